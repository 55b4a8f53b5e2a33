// output: 5\n
// event: wrong output
#include <stdio.h>
int main(void)
{
    int v[3] = {0, 1, 2}; //^ data
    int i = 1; //^ aliased
    int w[2] = {0, 0};
    v[i] = 5; //^ aliased
    w[i] = 6;
    printf("%d\n", v[0]); //^ data
    return 0;
}

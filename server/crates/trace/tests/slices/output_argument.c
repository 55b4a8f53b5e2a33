// output: 1 5 9\n
// event: wrong output
#include <stdio.h>
int main(void)
{
    int a = 1; //^
    int b = 2; //^ data
    int c = 8;
    printf("%d %d %d\n", a, b, c); //^ data
    return 0;
}

// output: 3 1 7
// event: wrong output
#include <stdio.h>
static int v[3] = {3, 1, 4}; //^ data
int helper(int a)
{
    return 0; //^
}
int main(void)
{
    int e = 5;
    for (int i = 0; i < 3 && (1 & helper(e)); i++) //^
        v[i] = 7;
    for (int k = 0; k < 3; k++) //^ data
        printf("%d ", v[k]); //^ data
    return 0;
}

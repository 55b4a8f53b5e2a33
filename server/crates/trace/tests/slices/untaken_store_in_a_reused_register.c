// output: 3 1 4 0 x
// event: missing output
#include <stdio.h>
static int v[4] = {3, 1, 4}; //^
int helper(int a, int b)
{
    return 0; //^
}
int main(void)
{
    int e = 5;
    int a = 0; //^
    signed char c = 10; //^
    if ((232 - a)) { //^
        for (int i = 0; i < 3 && ((c >= c) & helper(e, c)); i++) //^
            v[(24 >> (c & 7)) & 3] = !(a ? e : !c);
    }
    for (int k = 0; k < 4; k++) //^
        printf("%d ", v[k]); //^
    return 0; //^ data
}

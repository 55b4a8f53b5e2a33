// event: trap
#include <stdio.h>
int main(void)
{
    int a = 7, b = 2, unused = 3; //^ data
    int c = b - 2; //^ data
    unused = a;
    int d = a / c; //^ data
    printf("%d\n", d);
    return 0;
}

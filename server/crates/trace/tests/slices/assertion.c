// event: trap
#include <assert.h>
int twice(int x)
{
    return x * x; //^ data
}
int main(void)
{
    int n = 3; //^ data
    int other = 4;
    if (n > 2) //^
        n = twice(n); //^ data
    other = n;
    assert(n == 6);
    return 0;
}

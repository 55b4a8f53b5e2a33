// signal: SIGABRT
#include <assert.h>

int main(void)
{
    int n = 3;
    assert(n % 2 == 0); //~ undefined: assertion failed
    return 0;
}

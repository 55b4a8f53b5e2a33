// asan: bad-free
#include <stdlib.h>

int main(void)
{
    int x = 1;
    int *p = &x;
    free(p); //~ undefined: bad-free: `x` was not allocated by malloc
    return 0;
}

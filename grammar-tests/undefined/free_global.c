// asan: bad-free
#include <stdlib.h>

static int table[4];

int main(void)
{
    int *p = table;
    free(p); //~ undefined: bad-free: `table` was not allocated by malloc
    return 0;
}

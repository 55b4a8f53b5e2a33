// asan: heap-use-after-free
#include <stdlib.h>

int main(void)
{
    int *a = malloc(2 * sizeof *a), *first = a;
    a[0] = a[1] = 7;
    a = realloc(a, 2000 * sizeof *a);
    int value = *first; //~ undefined: heap-use-after-free: read of 4 bytes at byte 0 of the block of 8 bytes allocated at line 6 and freed at line 8
    free(a);
    return value;
}

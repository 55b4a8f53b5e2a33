// asan: heap-buffer-overflow
#include <stdlib.h>

int main(void)
{
    int *a = malloc(8 * sizeof *a);
    a = realloc(a, 4 * sizeof *a);
    a[4] = 1; //~ undefined: heap-buffer-overflow: write of 4 bytes at byte 16 of the block of 16 bytes allocated at line 7
    free(a);
    return 0;
}

// asan: heap-buffer-overflow
// fault: 8
#include <stdlib.h>

int main(void)
{
    int *a = malloc(10 * sizeof *a);
    for (int i = 0; i <= 10; i++)
        a[i] = i; //~ undefined: heap-buffer-overflow: write of 4 bytes at byte 40 of the block of 40 bytes allocated at line 7
    free(a);
    return 0;
}

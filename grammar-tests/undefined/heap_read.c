// asan: heap-buffer-overflow
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = calloc(4, sizeof *a);
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += a[i]; //~ undefined: heap-buffer-overflow: read of 4 bytes at byte 16 of the block of 16 bytes allocated at line 7
    printf("%d\n", sum);
    free(a);
    return 0;
}

// asan: heap-use-after-free
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    *p = 3; //~ undefined: heap-use-after-free: write of 4 bytes at byte 0 of the block of 4 bytes allocated at line 6 and freed at line 7
    return 0;
}

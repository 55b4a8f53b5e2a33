// asan: double-free
#include <stdlib.h>

int main(void)
{
    char *p = malloc(3);
    char *q = p;
    free(p);
    free(q); //~ undefined: double-free: the block of 3 bytes allocated at line 6 was freed at line 8
    return 0;
}

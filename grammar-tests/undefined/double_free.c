// asan: double-free
// fault: 9
#include <stdlib.h>

int main(void)
{
    char *p = malloc(3);
    char *q = p;
    free(p);
    free(q); //~ undefined: double-free: the block of 3 bytes allocated at line 7 was freed at line 9
    return 0;
}

// asan: bad-free
// fault: 8
#include <stdlib.h>

int main(void)
{
    char *p = malloc(16);
    p += 4;
    free(p); //~ undefined: bad-free: byte 4 of the block of 16 bytes allocated at line 7 is not its beginning
    return 0;
}

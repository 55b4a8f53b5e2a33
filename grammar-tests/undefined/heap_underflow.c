// asan: heap-buffer-overflow
#include <stdlib.h>

int main(void)
{
    char *text = malloc(8);
    int i = 2;
    while (i >= -1)
        text[i--] = 'x'; //~ undefined: heap-buffer-overflow: write of 1 byte at byte -1 of the block of 8 bytes allocated at line 6
    free(text);
    return 0;
}

// asan: heap-buffer-overflow
// fault: 9
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *name = "Kernighan";
    char *copy = malloc(strlen(name));
    strcpy(copy, name); //~ undefined: heap-buffer-overflow: write of 10 bytes at byte 0 of the block of 9 bytes allocated at line 9
    free(copy);
    return 0;
}

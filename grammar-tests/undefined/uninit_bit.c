// valgrind: Conditional jump or move depends on uninitialised value
// fault: 8
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char *p = malloc(1);
    for (int i = 0; i < 7; i++)
        *p = (*p >> 1) | 0x80;
    if (*p & 2)
        puts("shifted");
    if (*p & 1) //~ undefined: use of an uninitialised value: it decides a branch
        puts("old");
    free(p);
    return 0;
}

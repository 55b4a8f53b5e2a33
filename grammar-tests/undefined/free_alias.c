// asan: heap-use-after-free
#include <stdlib.h>
#include <stdio.h>

static void drop(char *text)
{
    free(text);
}

int main(void)
{
    char *a = malloc(4), *b = a;
    a[0] = 'x';
    a[1] = 0;
    drop(b);
    puts(a); //~ undefined: heap-use-after-free: read of 1 byte at byte 0 of the block of 4 bytes allocated at line 12 and freed at line 7
    return 0;
}

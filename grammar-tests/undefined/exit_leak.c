// none: at exit() a local variable still leads to the block
// options: leaks
// ours: none
#include <stdlib.h>

int main(void)
{
    char *p = malloc(3);
    p[0] = 1;
    exit(0);
}

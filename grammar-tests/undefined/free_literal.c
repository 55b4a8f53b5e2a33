// asan: SEGV
#include <stdlib.h>

int main(void)
{
    char *text = "abc";
    free(text); //~ undefined: bad-free: `string literal` was not allocated by malloc
    return 0;
}

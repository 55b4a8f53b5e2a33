// ubsan: null pointer passed as argument 1
// ours: none, C2y allows null for a block of length 0
#include <string.h>

int main(void)
{
    char *p = 0;
    int n = 0;
    memset(p, 0, n);
    return 0;
}

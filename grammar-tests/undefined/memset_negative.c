// asan: negative-size-param
#include <string.h>

int main(void)
{
    char buffer[16];
    int n = 3;
    memset(buffer, 0, n - 4); //~ undefined: negative-size-param: write of -1 bytes at `buffer`, which has 16 bytes
    return 0;
}

// asan: stack-buffer-overflow
#include <string.h>

int main(void)
{
    int from[6] = {1, 2, 3, 4, 5, 6};
    int to[5];
    int n = 6;
    memcpy(to, from, n * sizeof *to); //~ undefined: stack-buffer-overflow: write of 24 bytes at byte 0 of `to`, which has 20 bytes
    return to[0];
}

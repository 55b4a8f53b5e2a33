// asan: stack-buffer-overflow
#include <string.h>

int main(void)
{
    char path[8] = "abcd";
    strcat(path, "efgh"); //~ undefined: stack-buffer-overflow: write of 5 bytes at byte 4 of `path`, which has 8 bytes
    return 0;
}

// asan: memcpy-param-overlap
// fault: 8
#include <string.h>

int main(void)
{
    char text[16] = "abcdefgh";
    int n = 8;
    memcpy(text + 2, text, n); //~ undefined: memcpy-param-overlap: 8 bytes at byte 0 and at byte 2 of `text`
    return text[2];
}

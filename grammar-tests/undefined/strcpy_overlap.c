// asan: strcpy-param-overlap
#include <string.h>

int main(void)
{
    char text[16] = "abcdefgh";
    char *p = text;
    strcpy(p + 1, p); //~ undefined: strcpy-param-overlap: 9 bytes at byte 0 and at byte 1 of `text`
    return text[2];
}

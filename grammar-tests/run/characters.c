#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c;
    for (c = -1; c < 256; c++)
        printf("%d %d%d%d%d%d%d%d%d%d%d%d%d %d %d\n", c, !!isalpha(c), !!isdigit(c), !!isalnum(c), !!isspace(c),
               !!isupper(c), !!islower(c), !!ispunct(c), !!isxdigit(c), !!isprint(c), !!iscntrl(c), !!isgraph(c),
               !!isblank(c), toupper(c), tolower(c));
    printf("%d %d %d\n", isascii(200), isascii('a'), toascii(200));
    return 0;
}

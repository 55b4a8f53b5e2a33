#include <ctype.h>
#include <stdio.h>

int main(void) {
    char text[] = "\xe9\x80\xff" "Az";
    int c;
    for (c = -128; c < 0; c++)
        printf("%d %d %d%d%d\n", toupper(c), tolower(c), !!isalpha(c), !!isprint(c), !!iscntrl(c));
    for (c = 0; text[c]; c++)
        printf("%d ", toupper(text[c]));
    printf("%d %d %d\n", toupper(101000), tolower(-200), toupper(EOF));
    return 0;
}

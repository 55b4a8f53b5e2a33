/* A stream reads ahead, so what follows the first character is not left for `read`. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    char rest[8];
    printf("%c\n", getchar());
    printf("%d\n", (int)read(0, rest, sizeof rest));
    printf("%c\n", getchar());
    return 0;
}

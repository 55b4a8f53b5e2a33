// output: 2\n
// event: wrong output
#include <stdio.h>
int main(void)
{
    int length = 1; //^ data
    int quiet = 1; //^
    char text[8];
    const char *plain = "%s";
    if (quiet > 3)
        sprintf(text, plain, "abc");
    if (!quiet) //^
        snprintf(text, sizeof text, "ab%n", &length);
    printf("%d\n", length); //^ data
    return 0;
}

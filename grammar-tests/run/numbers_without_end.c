#include <stdio.h>
#include <stdlib.h>

/* What is behind a number is not read: it need not be a string. */
int main(void)
{
    char whole[3] = { '4', '2', ',' };
    char spaced[5] = { ' ', '\t', '-', '7', ' ' };
    char real[6] = { '1', '.', '5', 'e', '1', ';' };
    char *end;
    printf("%d %ld\n", atoi(whole), atol(spaced));
    printf("%ld", strtol(whole, &end, 10));
    printf(" %d\n", (int) (end - whole));
    printf("%g", strtod(real, &end));
    printf(" %d %g\n", (int) (end - real), atof(real));
    return 0;
}

// none: sanitizers let it run
// fault: 8
#include <stdio.h>

static unsigned digits(unsigned n)
{
    unsigned count = 0;
    while (n > 0) //~ undefined: does not end: it loops at line 8 and prints nothing more
        count++, n / 10;
    return count;
}

int main(void)
{
    printf("%u\n", digits(1234));
    return 0;
}

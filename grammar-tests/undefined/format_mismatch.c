// none: sanitizers do not look at what printf is given
#include <stdio.h>

int main(void)
{
    double half = 0.5;
    printf("%d\n", half); //~ undefined: `%d` of `printf` was given a floating value
    return 0;
}

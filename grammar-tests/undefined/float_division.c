// none: IEEE 754 defines it
// ours: none
#include <stdio.h>

int main(void)
{
    double zero = 0.0;
    printf("%f %f\n", 1.0 / zero, -1.0 / zero);
    return 0;
}

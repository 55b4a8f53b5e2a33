/* Registers only: additions, comparisons, shifts. */
#include <stdio.h>

int main(void)
{
    unsigned h = 2166136261u;
    int steps = 0;
    for (int i = 1; i < 30000; i++)
        for (unsigned n = (unsigned)i; n != 1; steps++) {
            n = n & 1 ? 3 * n + 1 : n >> 1;
            h = (h ^ n) * 16777619u;
        }
    printf("%u %d\n", h, steps);
    return 0;
}

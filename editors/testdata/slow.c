#include <stdio.h>

/* Takes a localizer long enough to be cancelled: every line mixes into every later value. */
int main(void)
{
    unsigned seed, mixed = 1;
    if (scanf("%u", &seed) != 1)
        return 1;
    for (int round = 0; round < 20000; round++) {
        seed = seed * 1664525u + 1013904223u;
        mixed ^= seed >> (round % 13);
        mixed = mixed * 2654435761u + (mixed % 7919u);
        if (mixed % 3u == 1u)
            mixed += seed / 5u;
        else
            mixed -= seed % 11u;
    }
    printf("%u\n", mixed);
    return 0;
}

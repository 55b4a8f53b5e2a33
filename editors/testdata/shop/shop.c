#include <stdio.h>

#include "prices.h"

int main(void)
{
    int pieces, each, total = 0;
    while (scanf("%d %d", &pieces, &each) == 2)
        total += price(pieces, each);
    printf("%d\n", total);
    return 0;
}

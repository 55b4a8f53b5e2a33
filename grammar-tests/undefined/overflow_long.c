// ubsan: signed integer overflow: 9223372036854775807 + 1 cannot be represented in type 'long int'
#include <limits.h>

int main(void)
{
    long x = LONG_MAX;
    x += 1; //~ undefined: signed integer overflow: 9223372036854775807 + 1 cannot be represented in `long`
    return x > 0;
}

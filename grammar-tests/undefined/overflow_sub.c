// ubsan: signed integer overflow: -2147483648 - 1 cannot be represented in type 'int'
#include <limits.h>

int main(void)
{
    int x = INT_MIN;
    x -= 1; //~ undefined: signed integer overflow: -2147483648 - 1 cannot be represented in `int`
    return x > 0;
}

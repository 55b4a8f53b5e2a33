// ubsan: negation of -2147483648 cannot be represented in type 'int'
#include <limits.h>

int main(void)
{
    int x = INT_MIN;
    int y = -x; //~ undefined: signed integer overflow: negation of -2147483648 cannot be represented in `int`
    return y > 0;
}

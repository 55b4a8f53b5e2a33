// ubsan: division of -2147483648 by -1 cannot be represented in type 'int'
#include <limits.h>

int main(void)
{
    int x = INT_MIN, y = -1;
    return x % y; //~ undefined: signed integer overflow: -2147483648 % -1 cannot be represented in `int`
}

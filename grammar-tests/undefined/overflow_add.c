// ubsan: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
#include <limits.h>

int main(void)
{
    int x = INT_MAX, y = 1;
    return x + y > 0; //~ undefined: signed integer overflow: 2147483647 + 1 cannot be represented in `int`
}

// ubsan: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
// fault: 7
#include <limits.h>

int main(void)
{
    int count = INT_MAX;
    count++; //~ undefined: signed integer overflow: 2147483647 + 1 cannot be represented in `int`
    return count > 0;
}

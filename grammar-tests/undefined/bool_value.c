// ubsan: load of value 7, which is not a valid value for type '_Bool'
// fault: 9
#include <stdbool.h>

int main(void)
{
    bool flag = false;
    unsigned char *byte = (unsigned char *)&flag;
    *byte = 7;
    if (flag) //~ undefined: load of value 7, which is not a valid value for type `_Bool`
        return 1;
    return 0;
}

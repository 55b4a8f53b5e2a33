// none: the table that it reads outside of is the library's
#include <ctype.h>

int main(void)
{
    int c = 0x20ac;
    return isalpha(c) == -1; //~ undefined: the argument of `isalpha` is no character and not EOF
}

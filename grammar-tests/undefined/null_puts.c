// ubsan: null pointer passed as argument 1
// fault: 7
#include <stdio.h>

int main(void)
{
    char *name = 0;
    printf("%s\n", name); //~ undefined: null pointer dereference: read of 1 byte
    return 0;
}

// asan: SEGV
#include <string.h>

int main(void)
{
    const char *text = 0;
    return (int)strlen(text); //~ undefined: null pointer dereference: read of 1 byte
}

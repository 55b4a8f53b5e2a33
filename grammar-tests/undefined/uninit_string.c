// msan: use-of-uninitialized-value
#include <string.h>

int main(void)
{
    char buffer[8];
    buffer[0] = 'a';
    return (int)strlen(buffer); //~ undefined: use of an uninitialised value: a byte that a library function reads, byte 1 of `buffer`, was never written: is the terminating '\0' missing?
}

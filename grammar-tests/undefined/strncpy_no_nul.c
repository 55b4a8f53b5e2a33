// asan: stack-buffer-overflow
#include <string.h>

int main(void)
{
    char name[4];
    strncpy(name, "Ritchie", sizeof name);
    return (int)strlen(name); //~ undefined: stack-buffer-overflow: read of 1 byte at byte 4 of `name`, which has 4 bytes
}

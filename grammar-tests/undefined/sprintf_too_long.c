// asan: stack-buffer-overflow
#include <stdio.h>

int main(void)
{
    char number[4];
    sprintf(number, "%d", 1234); //~ undefined: stack-buffer-overflow: write of 5 bytes at byte 0 of `number`, which has 4 bytes
    puts(number);
    return 0;
}

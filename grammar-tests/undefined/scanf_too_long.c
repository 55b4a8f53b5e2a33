// asan: stack-buffer-overflow
// fault: 9
// stdin: abcdefgh
#include <stdio.h>

int main(void)
{
    char word[8];
    if (scanf("%s", word) == 1) //~ undefined: stack-buffer-overflow: write of 9 bytes at byte 0 of `word`, which has 8 bytes
        puts(word);
    return 0;
}

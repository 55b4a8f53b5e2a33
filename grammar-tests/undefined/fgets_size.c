// asan: stack-buffer-overflow
// stdin: a line that is longer
#include <stdio.h>

int main(void)
{
    char line[8];
    if (fgets(line, 80, stdin)) //~ undefined: stack-buffer-overflow: write of 23 bytes at byte 0 of `line`, which has 8 bytes
        puts(line);
    return 0;
}

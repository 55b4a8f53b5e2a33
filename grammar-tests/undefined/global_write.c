// asan: global-buffer-overflow
static char line[8];

int main(void)
{
    char *p = line;
    for (int i = 0; i < 9; i++)
        *p++ = ' '; //~ undefined: global-buffer-overflow: write of 1 byte at byte 8 of `line`, which has 8 bytes
    return 0;
}

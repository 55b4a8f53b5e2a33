// asan: global-buffer-overflow
int main(void)
{
    const char *text = "abc";
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += text[i]; //~ undefined: global-buffer-overflow: read of 1 byte at byte 4 of `string literal`, which has 4 bytes
    return sum;
}

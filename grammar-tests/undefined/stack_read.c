// asan: stack-buffer-overflow
static int find(const char *text, char wanted)
{
    int i = 0;
    while (text[i] != wanted) //~ undefined: stack-buffer-overflow: read of 1 byte at byte 4 of `word`, which has 4 bytes
        i++;
    return i;
}

int main(void)
{
    char word[4] = {'a', 'b', 'c', 'd'};
    return find(word, 'x');
}

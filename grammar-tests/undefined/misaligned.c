// ubsan: misaligned address
// fault: 7
int main(void)
{
    int words[2] = {1, 2};
    char *bytes = (char *)words;
    int *p = (int *)(bytes + 1);
    return *p; //~ undefined: misaligned address: read of 4 bytes at byte 1 of `words`, which requires 4 byte alignment
}

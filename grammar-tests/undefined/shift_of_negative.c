// ubsan: left shift of negative value -1
// ours: none, GCC and Clang define the value of every left shift by less than the width
int main(void)
{
    int x = -1;
    return x << 1;
}

// ubsan: left shift of 3 by 31 places cannot be represented in type 'int'
// ours: none, GCC and Clang define the value of every left shift by less than the width
int main(void)
{
    int x = 3, n = 31;
    return x << n > 0;
}

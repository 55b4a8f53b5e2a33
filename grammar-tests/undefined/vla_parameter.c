// clang ubsan: variable length array bound evaluates to non-positive value 0
// ours: none, GCC does not stop: there is no such array
static int first(int n, int rows[][n])
{
    return n > 0 ? rows[0][0] : -1;
}

int main(void)
{
    return first(0, 0) + 1;
}

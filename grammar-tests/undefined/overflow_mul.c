// ubsan: signed integer overflow: 13 * 479001600 cannot be represented in type 'int'
// fault: 5
static int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1); //~ undefined: signed integer overflow: 13 * 479001600 cannot be represented in `int`
}

int main(void)
{
    return factorial(13) > 0;
}

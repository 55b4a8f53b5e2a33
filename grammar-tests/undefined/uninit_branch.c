// msan: use-of-uninitialized-value
// fault: 6
static int sign(int x)
{
    int s;
    if (x > 0)
        s = 1;
    if (s) //~ undefined: use of an uninitialised value: it decides a branch
        return 1;
    return 0;
}

int main(void)
{
    return sign(-1);
}

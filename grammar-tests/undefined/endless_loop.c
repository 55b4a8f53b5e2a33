// none: sanitizers let it run
static int gcd(int a, int b)
{
    while (a != b) //~ undefined: does not end within the step limit: it loops here
        if (a > b)
            a = a - b;
    return a;
}

int main(void)
{
    return gcd(4, 6);
}

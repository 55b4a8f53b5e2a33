// none: sanitizers let it run
// fault: 6
static int gcd(int a, int b)
{
    while (a != b) //~ undefined: does not end: it loops at line 5 and prints nothing more
        if (a > b)
            a = a - b;
    return a;
}

int main(void)
{
    return gcd(4, 6);
}

int main(void)
{
    int a = 99999999999999999999; //~ too large for any integer type
    int b = 12ab; //~ `12ab` is not a number
    int c = ''; //~ this character constant is empty
    return a + b + c;
}

char *unclosed = "abc; //~ missing terminating

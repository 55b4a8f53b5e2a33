#include <stdio.h>

/* The middle one of three numbers. */
static int median(int a, int b, int c)
{
    int m = c;
    if (b < c) {
        if (a < b)
            m = b;
        else if (a < c)
            m = b; /* the fault: this should be a */
    } else {
        if (a > b)
            m = b;
        else if (a > c)
            m = a;
    }
    return m;
}

int main(void)
{
    int a, b, c;
    if (scanf("%d %d %d", &a, &b, &c) != 3)
        return 1;
    printf("%d\n", median(a, b, c));
    return 0;
}

#include <stdio.h>

/* A name in parentheses before an operator is an operand, as it comes from the argument of a macro. */

#define BOTH(a, b, c) ((a) && b == c)
#define LESS(a, b) ((a) && b <= 3)

typedef int number;

static int twice(int x) { return 2 * x; }

int main(void) {
    int a = 3, b = 5, c = 5, *p = &b, r;
    if ((a) && b <= 5) printf("1 ");
    r = (a) && b == c;
    printf("%d %d %d %d\n", r, BOTH(a, b, c), LESS(a, b), LESS(a, a));
    printf("%d %d %d\n", (a) && (b) > 5, (a) && !b, (a) && -b < c && (c) && b + c == 10);
    printf("%d %d %d\n", (int)(a) && b != c, (int)(a) - b, (int)(long)(a) * b);
    printf("%d %d %d %d\n", (a) & b, (a) * b, (a) - b == -2, (a) + b);
    printf("%d %d\n", sizeof (a) && b > 6, (twice)(a) && *p == c);
    printf("%d %d %d\n", (number)-a, *(number *)&b, (number)(a) && b == c);
    {
        int number = 7;
        printf("%d %d\n", (number) && b == c, (number) - b);
    }
    if (a) (p) && b == c ? puts("yes") : puts("no");
    return (a) && b == c + 1;
}

#include <stdio.h>

/* GNU `__auto_type`: the type of the value, arrays and functions as pointers. */

#define MAX(a, b) ({ __auto_type x_ = (a); __auto_type y_ = (b); x_ > y_ ? x_ : y_; })

struct pair { int a; double b; };

static int twice(int x) { return 2 * x; }

static __auto_type everywhere = 2.5;

int main(void) {
    char text[] = "abc", c = 'x';
    struct pair pair = {1, 2.5};
    __auto_type copy = pair;
    __auto_type p = text;
    __auto_type f = twice;
    __auto_type small = c;
    const __auto_type number = 7ul;
    __auto_type literal = "four";
    copy.a = 3;
    p[0] = 'A';
    printf("%d %d %s %zu %zu\n", copy.a, pair.a, text, sizeof p, sizeof small);
    printf("%d %lu %s %zu %.1f\n", f(21), number, literal, sizeof literal, everywhere);
    printf("%d %.1f\n", MAX(3, 4), MAX(2.5, 1));
    for (__auto_type i = 0ll; i < 2; i++)
        printf("%zu ", sizeof i);
    return 0;
}

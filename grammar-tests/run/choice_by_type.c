/* _Generic, and gcc's older ways to choose by type. */
#include <stdio.h>

struct point { int x, y; };

static void show_int(int x) { printf("int %d\n", x); }
static void show_double(double x) { printf("double %.2f\n", x); }
static void show_text(char *s) { printf("text %s\n", s); }
static void show_point(struct point *p) { printf("point %d,%d\n", p->x, p->y); }
static void show_other(void *p) { printf("other %d\n", p != 0); }

#define show(x) _Generic((x), int: show_int, float: show_double, double: show_double, \
                         char *: show_text, struct point *: show_point, default: show_other)(x)
#define kind(x) _Generic((x), _Bool: "bool", char: "char", short: "short", unsigned short: "unsigned short", \
                         int: "int", unsigned: "unsigned", float: "float", double: "double", void *: "void *", \
                         int *: "int *", int (*)(int): "function", default: "something else")

static int twice(int x) { return 2 * x; }

int main(void)
{
    struct point p = {3, 4};
    short s = 1;
    char c = 'c';
    int array[2] = {0};
    show(7);
    show(2.5);
    show(1.5f);
    show("abc");
    show(&p);
    show((void *)array);
    printf("%s %s %s %s %s\n", kind(s), kind(c), kind(s + c), kind(1u), kind((_Bool)1));
    printf("%s %s %s %s\n", kind(array), kind(twice), kind(p), kind('c'));
    _Generic(p.x, int: p.x, default: p.y) = 9;
    printf("%d %d\n", p.x, __builtin_types_compatible_p(int, __typeof__(p.x)));
    printf("%d %d\n", __builtin_types_compatible_p(char *, int *), __builtin_choose_expr(sizeof p == 8, 1, "no"));
    printf("%d %d\n", _Generic(p.x, const int: 1, int: 2), _Generic(&p, struct point *const: 3, default: 4));
    const int *const fixed = array;
    const char *const word = "x", **words = (const char **)&word;
    printf("%d %d %d %d\n", _Generic(fixed, int *: 1, default: 2), _Generic(fixed, const int *: 1, default: 2),
           _Generic(&array[0], int *: 1, default: 2), _Generic(&fixed[1], int *: 1, const int *: 2));
    printf("%d %d %d\n", _Generic(words, char **: 1, default: 2), _Generic(*words, char *: 1, const char *: 2), _Generic(&word, const char **: 1, default: 2));
    return 0;
}

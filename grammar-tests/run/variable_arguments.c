/* Functions of the program's own with variable arguments. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int sum(int count, ...) {
    va_list list;
    int total = 0;
    va_start(list, count);
    while (count-- > 0)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static void write_line(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
}

static int into(char *buffer, size_t size, const char *format, ...) {
    int length;
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    length = vsnprintf(buffer, size, format, list);
    vfprintf(stdout, format, again);
    va_end(again);
    va_end(list);
    return length;
}

static double mixed(const char *kinds, ...) {
    double total = 0;
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': total += va_arg(list, int); break;
        case 'l': total += va_arg(list, long); break;
        case 'd': total += va_arg(list, double); break;
        case 's': total += strlen(va_arg(list, char *)); break;
        case 'p': total += *va_arg(list, int *); break;
        }
    va_end(list);
    return total;
}

static int first_of(va_list list) {
    return va_arg(list, int);
}

static int forwarded(int ignored, ...) {
    int found;
    va_list list;
    va_start(list, ignored);
    found = first_of(list);
    va_end(list);
    return found + ignored;
}

struct point {
    int x, y;
    char label[12];
};

static int corners(int count, ...) {
    int total = 0;
    va_list list;
    va_start(list, count);
    while (count-- > 0) {
        struct point p = va_arg(list, struct point);
        total += p.x * p.y + p.label[0];
        p.x = 0;
    }
    va_end(list);
    return total;
}

int main(void) {
    struct point a = {2, 3, "a"}, b = {4, 5, "b"};
    char buffer[16], small = 3;
    short two = 2;
    float half = 0.5f;
    int number = 40, length;
    int (*function)(int, ...) = sum;

    printf("%d %d %d\n", sum(0), sum(3, 1, 2, 3), sum(4, small, two, 'a', -5));
    write_line("%s is %d, %c, %5.2f and %ld%%", "it", 42, 'x', half, 123456789012L);
    write_line("nothing");
    length = into(buffer, sizeof buffer, "%d-%s;", 7, "a rather long text");
    printf("%d [%s]\n", length, buffer);
    printf("%.2f\n", mixed("ildsp", 1, 2000000000000L, 2.25, "four", &number));
    printf("%d %d\n", forwarded(1, 20, 30), function(2, 100, 200));
    printf("%d %d\n", corners(3, a, b, a), a.x);
    return 0;
}

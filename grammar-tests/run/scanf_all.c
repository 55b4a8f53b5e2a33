#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int through(const char *text, const char *format, ...) {
    va_list list;
    int n;
    va_start(list, format);
    n = vsscanf(text, format, list);
    va_end(list);
    return n;
}

static int from_input(const char *format, ...) {
    va_list list;
    int n;
    va_start(list, format);
    n = vscanf(format, list);
    va_end(list);
    return n;
}

static int from_stream(FILE *f, const char *format, ...) {
    va_list list;
    int n;
    va_start(list, format);
    n = vfscanf(f, format, list);
    va_end(list);
    return n;
}

int main(void) {
    signed char a = 0;
    short b = 0;
    int c = 0, d = 0, n = 0;
    long e = 0;
    long long f = 0;
    size_t g = 0;
    intmax_t h = 0;
    ptrdiff_t i = 0;
    unsigned u = 0;
    float x = 0;
    double y = 0;
    char s[20], t[20];
    printf("%d", sscanf("1 2 3 4 5 6 7 8", "%hhd %hd %d %ld %lld %zu %jd %td", &a, &b, &c, &e, &f, &g, &h, &i));
    printf(" %d %d %d %ld %lld %zu %jd %td\n", a, b, c, e, f, g, h, i);
    printf("%d", sscanf("0x1f 077 -0x10 12", "%i %i %i %o", &c, &d, &n, &u));
    printf(" %d %d %d %u\n", c, d, n, u);
    printf("%d", sscanf("ff FFG", "%x %X", &u, (unsigned *)&c));
    printf(" %u %d\n", u, c);
    printf("%d", sscanf("1.5e3 -2.25 0x1p4", "%f %lf %le", &x, &y, &y));
    printf(" %g %g\n", x, y);
    printf("%d", sscanf("abc def", "%2s%19s", s, t));
    printf(" %s %s\n", s, t);
    memset(s, 0, sizeof s);
    printf("%d", sscanf("xyz]w", "%3c%[]]%19s", s, t, t + 2));
    printf(" %s %.1s %s\n", s, t, t + 2);
    printf("%d", sscanf("12abc", "%[0-9]%[^0-9]%n", s, t, &n));
    printf(" %s %s %d\n", s, t, n);
    printf("%d", sscanf("10:20:30", "%d:%*d:%d%n", &c, &d, &n));
    printf(" %d %d %d\n", c, d, n);
    printf("%d %d %d\n", sscanf("", "%d", &c), sscanf("x", "%d", &c), sscanf("5%", "%d%%", &c));
    printf("%d %d\n", sscanf("99999999999", "%d", &c), c);
    printf("%d", through("7 seven", "%d %19s", &c, s));
    printf(" %d %s\n", c, s);
    printf("%d", from_input("%d,%d", &c, &d));
    printf(" %d %d\n", c, d);
    printf("%d", from_stream(stdin, "%19s", s));
    printf(" %s\n", s);
    getchar();
    printf("%c", getchar_unlocked());
    ungetc('Z', stdin);
    printf("%c%zu", getc(stdin), fread(s, 1, 3, stdin));
    printf(" %.3s\n", s);
    while (fgets(s, 6, stdin))
        printf("[%s]", s);
    printf("%d %d\n", feof(stdin), getchar());
    return 0;
}

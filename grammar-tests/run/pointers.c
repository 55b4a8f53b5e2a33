#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { int a, b; };

static int inside(const void *at, const void *block, size_t size) {
    return (const char *)at >= (const char *)block && (const char *)at < (const char *)block + size;
}

static int row_sum(size_t n, int rows[][n]) { return n > 0 && rows ? rows[0][0] : -1; }

static int length(char *buffer, size_t size, const char *text) {
    size_t n = strlen(text);
    if (size > n)
        memcpy(buffer, text, n + 1);
    return n;
}

static int by_first(const char *a, const char *b) { return *a - *b; }

static long low(unsigned value) { return value; }

static int plain(char c) { return c; }

int main(void) {
    int a[4], b[4], i;
    char *p = malloc(3), *q = malloc(3), *null = 0;
    printf("%d %d\n", (a < b) + (b < a), (a <= b) + (a >= b));
    printf("%d %d %d %d\n", (p < q) + (q < p), null < p, p > null, (char *)-1 > p);
    printf("%d %d %d\n", inside(b + 2, b, sizeof b), inside(a, b, sizeof b), inside(q, p, 3));
    printf("%d %d\n", (p - q) + (q - p) == 0, (a - b) + (b - a) == 0);
    free(p);
    printf("%d %d\n", (p < q) + (q < p), p == q);
    struct item *none = 0;
    printf("%d %d\n", (int)((char *)&none->b - (char *)none), row_sum(0, 0));
    printf("%d\n", length(null, 0, "ab") + length(null + 2, 0, "cde"));
    printf("%d %d\n", null + 0 == null, (int)(null - null));
    /* A pointer that is copied byte by byte is the same. */
    int x = 7, *from = &x, *to;
    unsigned char bytes[sizeof from];
    memcpy(bytes, &from, sizeof from);
    for (i = 0; i < (int)sizeof to; i++)
        ((unsigned char *)&to)[i] = bytes[i];
    printf("%d %d\n", to == from, *to);
    /* Functions of types that compiled code does not tell apart. */
    int (*compare)(const void *, const void *) = (int (*)(const void *, const void *))by_first;
    int (*narrow)(int) = (int (*)(int))low;
    int (*wide)(int) = (int (*)(int))plain;
    printf("%d %d %d\n", compare("a", "b"), narrow(300), wide(300));
    free(q);
    return 0;
}

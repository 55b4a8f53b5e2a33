#define _GNU_SOURCE
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Functions of the library that few programs use. */

void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));

static int by_context(const void *a, const void *b, void *context) {
    int direction = *(int *)context;
    return direction * (*(const int *)a - *(const int *)b);
}

static int same(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void options(int argc, char **argv, const char *accepted) {
    int c;
    optind = 0;
    opterr = 0;
    while ((c = getopt(argc, argv, accepted)) != -1)
        printf("%d:%s:%d ", c, optarg ? optarg : "-", c == '?' || c == ':' ? optopt : 0);
    for (c = optind; c < argc; c++)
        printf("%s ", argv[c]);
    printf("%d\n", optind);
}

int main(void) {
    int numbers[] = {3, 1, 4, 1, 5, 9, 2, 6}, more[4] = {7, 8}, up = 1, down = -1, key = 4, quotient;
    size_t count = 2;
    double sine, cosine, rest;
    unsigned short seed[3] = {1, 2, 3};
    char text[32];
    struct lconv *local = localeconv();
    printf("[%s] [%s] %d\n", local->decimal_point, local->thousands_sep, local->frac_digits);
    qsort_r(numbers, 8, sizeof *numbers, by_context, &down);
    printf("%d %d %d\n", numbers[0], numbers[3], numbers[7]);
    qsort_r(numbers, 8, sizeof *numbers, by_context, &up);
    printf("%d %d %d\n", numbers[0], numbers[3], numbers[7]);
    printf("%td\n", (int *)lfind(&key, numbers, &(size_t){8}, sizeof key, same) - numbers);
    printf("%td %zu %d\n", (int *)lsearch(&key, more, &count, sizeof key, same) - more, count, more[2]);
    options(6, (char *[]){"p", "-a", "file", "-bvalue", "-c", "other", 0}, "ab:c");
    options(6, (char *[]){"p", "x", "-b", "1", "--", "-a", 0}, "ab:c");
    options(4, (char *[]){"p", "-acq", "-", "-b", 0}, ":ab:c");
    options(4, (char *[]){"p", "x", "-a", "-c", 0}, "+ac");
    options(4, (char *[]){"p", "-o", "-ofile", "x", 0}, "o::");
    sincos(0.5, &sine, &cosine);
    printf("%.15g %.15g\n", sine, cosine);
    for (int i = -12; i < 13; i++) {
        rest = remquo(i * 1.75, i % 2 ? 2.5 : -3, &quotient);
        printf("%g %d ", rest, quotient);
    }
    putchar('\n');
    printf("%.12f %ld %ld\n", erand48(seed), nrand48(seed), jrand48(seed));
    printf("%s %s\n", gcvt(3.14159, 4, text), gcvt(1e20, 5, text + 16));
    printf("%d %d %d\n", finite(1.5), finite(HUGE_VAL), getpagesize());
    explicit_bzero(text, 4);
    printf("%d\n", text[0] + text[3]);
    void *block = valloc(10);
    printf("%d\n", block != 0);
    free(block);
    return 0;
}

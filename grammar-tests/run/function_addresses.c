#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Functions of the library as values. */

struct hooks {
    void *(*allocate)(size_t);
    void (*release)(void *);
    void *(*grow)(void *, size_t);
};

static struct hooks hooks = {malloc, free, realloc};

static int (*const tests[])(int) = {isalpha, isdigit, isspace};

static int apply(int (*print)(const char *, ...), int n) {
    return print("%d %s\n", n, "printed");
}

static int by_text(const void *a, const void *b) {
    int (*compare)(const char *, const char *) = strcmp;
    return compare(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    char *words[] = {"pear", "apple", "fig"}, text[32];
    int (*convert)(int) = toupper;
    int (*to_text)(char *, const char *, ...) = sprintf;
    int (*to_file)(FILE *, const char *, ...) = &fprintf;
    int (*scan)(const char *, const char *, ...) = sscanf;
    int (*put)(const char *) = puts;
    double (*functions[])(double) = {sqrt, fabs, floor};
    int i, n = 0;
    char *p = hooks.allocate(4);
    p = hooks.grow(p, 16);
    strcpy(p, "grown");
    put(p);
    hooks.release(p);
    qsort(words, 3, sizeof *words, by_text);
    printf("%s %s %s\n", words[0], words[1], words[2]);
    for (i = 0; i < 3; i++)
        printf("%d%d%d %.1f ", !!tests[i]('a'), !!tests[i]('1'), !!tests[i](' '), functions[i](6.25));
    printf("\n%c %d\n", convert('q'), apply(printf, 3));
    printf("%d ", to_text(text, "%d-%d", 1, 2));
    put(text);
    to_file(stdout, "%c%s\n", 'f', "ile");
    printf("%d ", scan("12 x", "%d", &n));
    printf("%d %d\n", n, (convert == toupper) + (hooks.release == free));
    return 0;
}

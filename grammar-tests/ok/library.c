#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { char key; int value; };

int main(void)
{
    char name[20], *copy;
    int n = 0;
    bool ok = true;
    uint8_t byte = 255;
    size_t size = strlen("abc") + sizeof(struct item) + offsetof(struct item, value);
    if (scanf("%d %19s", &n, name) != 2 || n == INT_MIN) return EXIT_FAILURE;
    copy = malloc(size + 1);
    if (copy == NULL) abort();
    strcpy(copy, name);
    for (char *c = copy; *c; c++) *c = toupper(*c);
    assert(strcmp(copy, name) != 0 || !isalpha(*name));
    printf("%s %5.2f %u %d\n", copy, sqrt(abs(n)), byte, ok);
    fprintf(stderr, "%ld\n", (long) INT64_C(5));
    putchar(getchar() == EOF ? '.' : '+');
    free(copy);
    exit(atoi("0"));
}

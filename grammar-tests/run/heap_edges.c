#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *end;
    void *block = malloc(10), *empty = malloc(0), *other = malloc(0);
    printf("%d\n", realloc(block, 0) == NULL);
    block = realloc(NULL, 0);
    printf("%d %d\n", block != NULL, empty != other);
    free(block);
    free(empty);
    free(other);
    /* Numbers that are too small to be exact. */
    errno = 0;
    printf("%d", strtod("4.9e-324", &end) > 0);
    printf(" %d", errno);
    errno = 0;
    printf(" %d", strtod("2.3e-308", &end) > 0);
    printf(" %d", errno);
    errno = 0;
    printf(" %d", strtof("1e-40", &end) > 0);
    printf(" %d\n", errno);
    return 0;
}

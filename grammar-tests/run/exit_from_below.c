#include <stdio.h>
#include <stdlib.h>

static int depth;

static void report(void) {
    printf("depth %d\n", depth);
}

static void down(int n) {
    depth++;
    if (n == 0)
        exit(EXIT_FAILURE);
    down(n - 1);
}

int main(void) {
    atexit(report);
    down(5);
    return 0;
}

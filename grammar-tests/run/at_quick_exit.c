#include <stdio.h>
#include <stdlib.h>

static void never(void) {
    puts("never");
}

static void last(void) {
    puts("last");
    fflush(stdout);
}

int main(void) {
    atexit(never);
    at_quick_exit(last);
    quick_exit(3);
}

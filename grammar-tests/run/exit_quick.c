#include <stdio.h>
#include <stdlib.h>

static void last(void) {
    puts("last");
    fflush(stdout);
    puts("lost");
}

int main(void) {
    at_quick_exit(last);
    puts("first");
    quick_exit(3);
}

#include <stdio.h>
#include <stdlib.h>

static int count;

static void first(void) {
    printf("first %d\n", ++count);
}

static void second(void) {
    printf("second %d\n", ++count);
    atexit(first);
}

static void third(void) {
    printf("third %d\n", ++count);
    if (count < 5)
        exit(count);
}

int main(void) {
    atexit(first);
    printf("%d\n", atexit(second));
    atexit(third);
    atexit(first);
    puts("main");
    return 77;
}

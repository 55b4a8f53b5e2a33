/* A program that has variables and functions called as the library's. */
#include <stdio.h>

static int index = 3;
static double clock = 2.5;

static int div(int signal) {
    int raise = signal / 2;
    return raise;
}

static int remainder_of(int time, int random) {
    return time % random;
}

struct tm {
    int errno_of;
};

int main(void) {
    struct tm tm = {4};
    int errno_ = tm.errno_of, remove = 5, nan = 6;
    printf("%d %g %d %d %d %d %d\n", index, clock, div(9), remainder_of(9, 5), errno_, remove, nan);
    return 0;
}

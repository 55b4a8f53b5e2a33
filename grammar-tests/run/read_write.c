#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The system's own reading and writing, beside the streams. */

static void put(char c) {
    write(1, &c, 1);
}

static void put_number(int n) {
    if (n < 0) {
        put('-');
        n = -n;
    }
    if (n > 9)
        put_number(n / 10);
    put('0' + n % 10);
}

int main(void) {
    char buffer[8];
    ssize_t n;
    while ((n = read(STDIN_FILENO, buffer, sizeof buffer)) > 0) {
        put_number(n);
        put(':');
        write(STDOUT_FILENO, buffer, n);
        put('\n');
    }
    put_number(-120);
    write(2, "unseen\n", 7);
    write(1, "\n", 1);
    printf("%zd %zd ", n, read(0, buffer, 1));
    fflush(stdout);
    n = write(1, "end\n", 4);
    printf("%zd\n", n);
    return 0;
}

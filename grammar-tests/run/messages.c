#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int i;
    for (i = -1; i < 140; i++)
        printf("%d %s\n", i, strerror(i));
    for (i = 0; i < 40; i++)
        printf("%d %s\n", i, strsignal(i));
    perror("not on standard output");
    printf("%d %d %d\n", ENOENT, EWOULDBLOCK, ENOTSUP);
    return 0;
}

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t seen;

static void handler(int number) {
    seen += number;
}

int main(void) {
    void (*before)(int);
    if (signal(SIGINT, handler) == SIG_ERR)
        return 1;
    before = signal(SIGTERM, SIG_IGN);
    printf("%d\n", before == SIG_DFL);
    printf("%d %d\n", raise(SIGINT), (int)seen);
    printf("%d %d\n", raise(SIGTERM), (int)seen);
    printf("%d\n", signal(SIGINT, SIG_DFL) == handler);
    printf("%d\n", signal(SIGKILL, handler) == SIG_ERR);
    printf("%d\n", raise(SIGCHLD));
    return 0;
}

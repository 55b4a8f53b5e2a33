// Signals that wait while a handler runs, masks, and jumps out of handlers.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t hits;
static jmp_buf plain;
static sigjmp_buf saved;

static void again(int number)
{
    hits++;
    printf("(");
    if (hits < 3)
        raise(number);
    printf(")");
}

static void two(int number) { printf("2"); }

static void one(int number)
{
    printf("<");
    raise(SIGUSR2);
    printf(">");
}

static void jump(int number) { longjmp(plain, number); }

static void jump_back(int number) { siglongjmp(saved, number); }

int main(void)
{
    struct sigaction action, old;
    sigset_t set, waiting;
    memset(&action, 0, sizeof action);
    signal(SIGUSR1, again);
    raise(SIGUSR1);
    printf(" %d\n", (int)hits);

    signal(SIGUSR2, two);
    action.sa_handler = one;
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    sigaddset(&action.sa_mask, SIGUSR2);
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &old);
    printf(" %d %d %d\n", old.sa_handler == one, sigismember(&old.sa_mask, SIGUSR2), !!(old.sa_flags & SA_RESTART));

    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    printf("%d", raise(SIGUSR2));
    sigpending(&waiting);
    printf(" %d ", sigismember(&waiting, SIGUSR2));
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    printf("\n");

    // `siglongjmp` restores the mask, `longjmp` leaves the signal blocked.
    volatile int n = 0;
    signal(SIGTERM, jump_back);
    if (sigsetjmp(saved, 1))
        printf("caught %d\n", n);
    if (n < 2) {
        n++;
        raise(SIGTERM);
        printf("blocked %d\n", n);
    }

    memset(&action, 0, sizeof action);
    action.sa_handler = two;
    action.sa_flags = SA_RESETHAND;
    sigaction(SIGTERM, &action, NULL);
    raise(SIGTERM);
    sigaction(SIGTERM, NULL, &old);
    printf(" %d %d\n", old.sa_handler == SIG_DFL, raise(0));
    n = 0;
    signal(SIGFPE, jump);
    if (setjmp(plain))
        printf("caught %d\n", n);
    if (n < 2) {
        n++;
        raise(SIGFPE);
        printf("blocked %d\n", n);
    }
    return 0;
}

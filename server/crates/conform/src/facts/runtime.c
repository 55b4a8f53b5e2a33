/* Runtime of a witness: counts executions and writes what was seen, on no stream that the program knows. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Size of the stack in bytes: what fits below the libraries. */
#define STACK (100UL << 20)
/* Longest text that is read. */
enum { LONGEST = 4096 };
/* The first descriptor that is tried for the log: programs print the numbers of theirs. */
enum { HIGH = 700 };

static long own[SITES], *counts = own;
static int log_file = -1, is_looking;
static char signal_stack[1 << 16];

static void say(const char *text, unsigned long size) { syscall(SYS_write, log_file, text, size); }

static void say_text(const char *text) { say(text, strlen(text)); }

/* Reading an object as a fact names it failed. */
static void failed(int number) {
    if (is_looking)
        say_text("crash\n");
    signal(number, SIG_DFL);
    raise(number);
}

__attribute__((constructor)) static void begin(void) {
    mallopt(M_PERTURB, PERTURB);
#ifdef UNBUFFERED
    /* What was printed before a crash counts. */
    setvbuf(stdout, 0, _IONBF, 0);
#endif
    int file = open(COUNTS, O_RDWR);
    void *shared = mmap(0, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED)
        counts = shared;
    close(file);
    file = open(LOG, O_WRONLY | O_CREAT | O_APPEND, 0600);
    log_file = fcntl(file, F_DUPFD_CLOEXEC, HIGH);
    close(file);
    /* Frames with looks are larger than those that are counted in the product. */
    struct rlimit limit;
    if (!getrlimit(RLIMIT_STACK, &limit)) {
        limit.rlim_cur = STACK < limit.rlim_max ? STACK : limit.rlim_max;
        setrlimit(RLIMIT_STACK, &limit);
    }
    stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    sigaltstack(&stack, 0);
    struct sigaction action = {.sa_handler = failed, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGBUS, &action, 0);
    sigaction(SIGFPE, &action, 0);
}

long __fl_begin(int site) { return ++counts[site]; }

void __fl_counts(int moment) {
    char text[32];
    sprintf(text, "counts %d", moment);
    say_text(text);
    for (int i = 0; i < SITES; i++) {
        sprintf(text, " %ld", counts[i]);
        say_text(text);
    }
    say_text("\n");
}

void __fl_look(int probe) {
    char text[32];
    sprintf(text, "%d ", probe);
    say_text(text);
    is_looking = 1;
}

#define SEEN(name, type, format) \
    void __fl_##name(int class, type value) { \
        char text[64]; \
        is_looking = 0; \
        sprintf(text, format "\n", value); \
        say_text(text); \
    }
SEEN(integer, long long, "i %lld")
SEEN(unsigned, unsigned long long, "i %llu")
SEEN(double, double, "d %.17g")
SEEN(float, float, "f %.9g")
SEEN(long_double, long double, "d %.17Lg")

/* Pointers, and bit-fields wider than int, which have types of their own. Aggregates are not shown. */
void __fl_other(int class, ...) {
    enum { INTEGER = 1, POINTER = 5 };
    char text[64] = "?\n";
    va_list values;
    va_start(values, class);
    is_looking = 0;
    if (class == INTEGER)
        sprintf(text, "i %ld\n", va_arg(values, long));
    else if (class == POINTER)
        sprintf(text, "p %lu\n", va_arg(values, unsigned long));
    say_text(text);
    va_end(values);
}

void __fl_text(int class, const void *value) {
    char text[64], digits[2 * LONGEST];
    unsigned char bytes[LONGEST];
    long size = 0;
    is_looking = 0;
    /* Byte by byte, because the memory behind the text may not be readable. */
    for (; size < LONGEST; size++) {
        struct iovec to = {bytes + size, 1}, from = {(char *)value + size, 1};
        if (syscall(SYS_process_vm_readv, getpid(), &to, 1L, &from, 1L, 0L) != 1 || !bytes[size])
            break;
    }
    for (long i = 0; i < size; i++) {
        digits[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        digits[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    sprintf(text, "s %lu ", (unsigned long)value);
    say_text(text);
    say(digits, 2 * size);
    say_text("\n");
}

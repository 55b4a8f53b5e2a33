/* What a program has arranged for each signal: the handler, the signals that are blocked while it runs, and the flags. */
static void (*__signal_handlers[65])(int);

static unsigned long __signal_masks[65];

static int __signal_flags[65];

/* Blocked signals and those that wait, signal 1 as the lowest bit; and those that are blocked outside of handlers. */
static unsigned long __signal_blocked;

static unsigned long __signal_waiting;

static unsigned long __signal_base;

/* Handlers that have begun and not returned. */
static int __signal_depth;

static int __refused_signal(int number) {
    if (number >= 1 && number <= 64 && number != 9 && number != 19)
        return 0;
    __set_errno(22);
    return 1;
}

void *signal(int number, void *handler) {
    void *before;
    if (__refused_signal(number))
        return (void *)-1;
    before = (void *)__signal_handlers[number];
    __signal_handlers[number] = (void (*)(int))handler;
    __signal_masks[number] = 0;
    __signal_flags[number] = 0x10000000;
    return before;
}

static void __deliver(int number) {
    void (*handler)(int) = __signal_handlers[number];
    unsigned long before = __signal_blocked, own = 1UL << (number - 1);
    if (handler == (void (*)(int))1L)
        return;
    if (!handler) {
        if (number == 17 || number == 18 || number == 23 || number == 28)
            return;
        if (number == 6)
            abort();
        __not_modelled("a signal that ends the program");
    }
    if (__signal_flags[number] & 0x80000000)
        __signal_handlers[number] = 0;
    __signal_blocked |= __signal_masks[number] | (__signal_flags[number] & 0x40000000 ? 0 : own);
    __signal_depth++;
    handler(number);
    __signal_depth--;
    __signal_blocked = before;
    __deliver_waiting();
}

static void __deliver_waiting(void) {
    int number;
    for (number = 1; __signal_waiting & ~__signal_blocked; number++) {
        unsigned long bit = 1UL << (number - 1);
        if (__signal_waiting & ~__signal_blocked & bit) {
            __signal_waiting &= ~bit;
            __deliver(number);
            number = 0;
        }
    }
}

int raise(int number) {
    if (number == 0)
        return 0;
    if (number < 0 || number > 64) {
        __set_errno(22);
        return -1;
    }
    if (__signal_blocked & 1UL << (number - 1))
        __signal_waiting |= 1UL << (number - 1);
    else
        __deliver(number);
    return 0;
}

int kill(int process, int number) {
    if (process != getpid())
        __not_modelled("`kill` of another process");
    return raise(number);
}

int sigaction(int number, const struct sigaction *new, struct sigaction *old) {
    if (__refused_signal(number))
        return -1;
    if (old) {
        memset(old, 0, sizeof *old);
        old->__sigaction_handler.sa_handler = __signal_handlers[number];
        memcpy(&old->sa_mask, &__signal_masks[number], 8);
        old->sa_flags = __signal_flags[number];
    }
    if (new) {
        if (new->sa_flags & 4)
            __not_modelled("SA_SIGINFO of `sigaction`");
        __signal_handlers[number] = new->__sigaction_handler.sa_handler;
        memcpy(&__signal_masks[number], &new->sa_mask, 8);
        __signal_flags[number] = new->sa_flags;
    }
    return 0;
}

int sigprocmask(int how, const void *set, void *old) {
    unsigned long mask, before = __signal_blocked;
    if (set) {
        memcpy(&mask, set, 8);
        mask &= ~(1UL << 8 | 1UL << 18);
        if (how < 0 || how > 2) {
            __set_errno(22);
            return -1;
        }
        __signal_blocked = how == 0 ? before | mask : how == 1 ? before & ~mask : mask;
        __signal_base = __signal_blocked;
    }
    if (old) {
        memset(old, 0, 128);
        memcpy(old, &before, 8);
    }
    __deliver_waiting();
    return 0;
}

int sigpending(void *set) {
    memset(set, 0, 128);
    memcpy(set, &__signal_waiting, 8);
    return 0;
}

/* `sigsetjmp` has stored in the second word whether the mask is restored: that of the program outside of handlers, if
   nothing else can have been blocked then. */
void siglongjmp(void *buffer, int value) {
    if (((const int *)buffer)[2]) {
        if (__signal_depth > 1 || __signal_base)
            __not_modelled("`siglongjmp` where signals may have been blocked before");
        __signal_depth = 0;
        __signal_blocked = 0;
        __deliver_waiting();
    }
    longjmp(buffer, value);
}

int sigemptyset(void *set) {
    memset(set, 0, 128);
    return 0;
}

int sigfillset(void *set) {
    memset(set, 255, 128);
    return 0;
}

static int __signal_bit(unsigned char *set, int number, int action) {
    int bit = 1 << (number - 1) % 8;
    if (number < 1 || number > 64) {
        __set_errno(22);
        return -1;
    }
    set += (number - 1) / 8;
    if (action == 2)
        return (*set & bit) != 0;
    *set = action ? *set | bit : *set & ~bit;
    return 0;
}

int sigaddset(void *set, int number) { return __signal_bit(set, number, 1); }

int sigdelset(void *set, int number) { return __signal_bit(set, number, 0); }

int sigismember(const void *set, int number) { return __signal_bit((unsigned char *)set, number, 2); }

/* The last part of the program's name. */
static const char *__program_short(void) {
    const char *name = __program_name(), *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

void vwarn(const char *format, struct __faultlens_va_list args) {
    int number = errno;
    fprintf(stderr, "%s: ", __program_short());
    if (format) {
        vfprintf(stderr, format, args);
        fprintf(stderr, ": ");
    }
    fprintf(stderr, "%s\n", strerror(number));
    __set_errno(number);
}

void vwarnx(const char *format, struct __faultlens_va_list args) {
    fprintf(stderr, "%s: ", __program_short());
    if (format)
        vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
}

void warn(const char *format, ...) {
    struct __faultlens_va_list args;
    __builtin_va_start(args, format);
    vwarn(format, args);
    __builtin_va_end(args);
}

void warnx(const char *format, ...) {
    struct __faultlens_va_list args;
    __builtin_va_start(args, format);
    vwarnx(format, args);
    __builtin_va_end(args);
}

void verr(int status, const char *format, struct __faultlens_va_list args) {
    vwarn(format, args);
    exit(status);
}

void verrx(int status, const char *format, struct __faultlens_va_list args) {
    vwarnx(format, args);
    exit(status);
}

void err(int status, const char *format, ...) {
    struct __faultlens_va_list args;
    __builtin_va_start(args, format);
    vwarn(format, args);
    __builtin_va_end(args);
    exit(status);
}

void errx(int status, const char *format, ...) {
    struct __faultlens_va_list args;
    __builtin_va_start(args, format);
    vwarnx(format, args);
    __builtin_va_end(args);
    exit(status);
}

unsigned error_message_count;

void (*error_print_progname)(void);

int error_one_per_line;

/* The text of an error behind the program's name, and the end of the program if a status says so. */
static void __error_rest(int status, int number, const char *format, struct __faultlens_va_list args) {
    vfprintf(stderr, format, args);
    error_message_count++;
    if (number)
        fprintf(stderr, ": %s", strerror(number));
    fprintf(stderr, "\n");
    fflush(stderr);
    if (status)
        exit(status);
}

void error(int status, int number, const char *format, ...) {
    struct __faultlens_va_list args;
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s: ", __program_name());
    __builtin_va_start(args, format);
    __error_rest(status, number, format, args);
    __builtin_va_end(args);
}

static const char *__error_file;

static unsigned __error_line;

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    struct __faultlens_va_list args;
    if (error_one_per_line) {
        int same = file == __error_file || (file && __error_file && strcmp(file, __error_file) == 0);
        if (same && line == __error_line)
            return;
        __error_file = file;
        __error_line = line;
    }
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s:", __program_name());
    if (file)
        fprintf(stderr, "%s:%u: ", file, line);
    else
        fprintf(stderr, " ");
    __builtin_va_start(args, format);
    __error_rest(status, number, format, args);
    __builtin_va_end(args);
}

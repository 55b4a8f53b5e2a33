// The environment, signals, messages of errors, and other parts of the library that keep something.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <langinfo.h>
#include <libgen.h>
#include <libintl.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static volatile sig_atomic_t caught;

static void on_signal(int number) { caught += number; }

static int compare(const void *a, const void *b) { return strcmp(a, b); }

static void visit(const void *node, VISIT when, int depth)
{
    if (when == postorder || when == leaf)
        printf("%s at %d\n", *(char *const *)node, depth);
}

static void note(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
}

int main(void)
{
    int count = 0;
    clearenv();
    setenv("A", "1", 1);
    setenv("B", "two", 1);
    setenv("A", "3", 0);
    putenv("C=x=y");
    printf("%s %s %s\n", getenv("A"), getenv("B"), getenv("C"));
    unsetenv("B");
    for (char **entry = environ; entry && *entry; entry++)
        count++;
    printf("%d %d\n", getenv("B") == NULL, count);

    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGTERM);
    printf("%d %d\n", sigismember(&action.sa_mask, SIGTERM), sigismember(&action.sa_mask, SIGINT));
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    printf("%d\n", caught == SIGUSR1);

    note("%d", 1);
    warn("%s", gettext("careful"));
    error(0, ENOENT, "no %s", "file");
    printf("%u %s %s\n", error_message_count, ngettext("one", "many", 2), nl_langinfo(RADIXCHAR));
    char path[] = "/usr/lib/x.so", same[] = "/usr/lib/x.so";
    printf("%s %s\n", basename(path), dirname(same));

    void *root = NULL;
    const char *words[] = { "pear", "apple", "fig", "plum" };
    for (int i = 0; i < 4; i++)
        tsearch(words[i], &root, compare);
    tdelete("apple", &root, compare);
    twalk(root, visit);
    printf("%d\n", tfind("apple", &root, compare) == NULL);

    struct tm when;
    memset(&when, 0, sizeof when);
    strptime("2024-03-05 07:08", "%Y-%m-%d %H:%M", &when);
    printf("%d %d %d %d:%d, day %d\n", when.tm_year, when.tm_mon, when.tm_mday, when.tm_hour, when.tm_min, when.tm_wday);
    fflush(stdout);
    errx(3, "end of %s", "it");
}

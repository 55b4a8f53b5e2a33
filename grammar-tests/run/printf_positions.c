#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

/* Arguments by number, and wide characters. */

static void report(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void) {
    char text[64];
    printf("%2$s has %1$d, %1$x in hexadecimal, 100%%\n", 42, "it");
    printf("%1$s %1$s %2$c %3$.2f %3$8.3f|\n", "twice", 'c', 2.5);
    printf("%2$*1$d|%2$-*1$d|%3$.*1$s|\n", 5, 42, "precision");
    report("%3$lld %1$u %2$p\n", 7u, (void *)0, 1ll << 40);
    snprintf(text, sizeof text, "%2$s-%1$s", "a", "b");
    puts(text);
    printf("%ls|%8ls|%-8ls|%.2ls|%lc|%3lc|\n", L"wide", L"right", L"left", L"cut", L'w', L'x');
    printf("%S %C\n", L"old", L'o');
    return 0;
}

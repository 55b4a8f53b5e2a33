/* The library of CS50, as FaultLens reads it: lines are read, and asked for again until they are what is wanted. */

#ifndef CS50_H
#define CS50_H

#include <float.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char *string;

/* A line without its end; null when there is no more input. */
static char *__cs50_line(void) {
    unsigned long size = 16, length = 0;
    char *line = malloc(size);
    int c = getchar();
    if (c == EOF) {
        free(line);
        return NULL;
    }
    while (c != EOF && c != '\n' && c != '\r') {
        if (length + 1 == size)
            line = realloc(line, size *= 2);
        line[length++] = (char)c;
        c = getchar();
    }
    line[length] = '\0';
    return line;
}

#define __CS50_PROMPT(format) \
    do { va_list prompt__; va_start(prompt__, format); vprintf(format, prompt__); va_end(prompt__); } while (0)

static string get_string(const char *format, ...) {
    __CS50_PROMPT(format);
    return __cs50_line();
}

static char get_char(const char *format, ...) {
    for (;;) {
        __CS50_PROMPT(format);
        char *line = __cs50_line();
        if (!line)
            return CHAR_MAX;
        if (line[0] && !line[1])
            return line[0];
    }
}

static long long __cs50_whole(const char *line, long long least, long long most, bool *fits) {
    char *end;
    long long value = strtoll(line, &end, 10);
    *fits = line[0] && line[0] != ' ' && line[0] != '\t' && !*end && value >= least && value <= most;
    return value;
}

static int get_int(const char *format, ...) {
    for (;;) {
        bool fits;
        __CS50_PROMPT(format);
        char *line = __cs50_line();
        if (!line)
            return INT_MAX;
        long long value = __cs50_whole(line, INT_MIN, INT_MAX - 1, &fits);
        if (fits)
            return (int)value;
    }
}

static long get_long(const char *format, ...) {
    for (;;) {
        bool fits;
        __CS50_PROMPT(format);
        char *line = __cs50_line();
        if (!line)
            return LONG_MAX;
        long long value = __cs50_whole(line, LONG_MIN, LONG_MAX - 1, &fits);
        if (fits)
            return (long)value;
    }
}

static long long get_long_long(const char *format, ...) {
    for (;;) {
        bool fits;
        __CS50_PROMPT(format);
        char *line = __cs50_line();
        if (!line)
            return LLONG_MAX;
        long long value = __cs50_whole(line, LLONG_MIN, LLONG_MAX - 1, &fits);
        if (fits)
            return value;
    }
}

static double get_double(const char *format, ...) {
    for (;;) {
        __CS50_PROMPT(format);
        char *line = __cs50_line(), *end;
        if (!line)
            return DBL_MAX;
        double value = strtod(line, &end);
        if (line[0] && line[0] != ' ' && !*end)
            return value;
    }
}

static float get_float(const char *format, ...) {
    for (;;) {
        __CS50_PROMPT(format);
        char *line = __cs50_line(), *end;
        if (!line)
            return FLT_MAX;
        double value = strtod(line, &end);
        if (line[0] && line[0] != ' ' && !*end)
            return (float)value;
    }
}

/* The names of the library up to 2016, which print no prompt and ask again with "Retry: ". */
#define __CS50_OLD(name, type, format, none) \
    static type name(void) { \
        for (;;) { \
            char *line = __cs50_line(), rest; \
            type value; \
            if (!line) \
                return none; \
            if (sscanf(line, format, &value, &rest) == 1) \
                return value; \
            printf("Retry: "); \
        } \
    }

__CS50_OLD(GetChar, char, " %c %c", CHAR_MAX)
__CS50_OLD(GetInt, int, " %d %c", INT_MAX)
__CS50_OLD(GetLongLong, long long, " %lld %c", LLONG_MAX)
__CS50_OLD(GetFloat, float, " %f %c", FLT_MAX)
__CS50_OLD(GetDouble, double, " %lf %c", DBL_MAX)

static string GetString(void) {
    return __cs50_line();
}

#endif

/* Unity's assertions, as FaultLens reads them. Unity itself leaves a failed test by longjmp, which is not modelled, and
   keeps its books in a library that need not be there. Here each assertion is one of ours, and says before it
   fails what was expected, in Unity's words. Nothing in this file is ever a suspect. */

#ifndef UNITY_FRAMEWORK_H
#define UNITY_FRAMEWORK_H

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define UNITY_VERSION_MAJOR 2
#define UNITY_VERSION_MINOR 6
#define UNITY_VERSION_BUILD 0
#define UNITY_VERSION ((UNITY_VERSION_MAJOR << 16) | (UNITY_VERSION_MINOR << 8) | UNITY_VERSION_BUILD)

typedef long UNITY_INT;
typedef unsigned long UNITY_UINT;
typedef float UNITY_FLOAT;
typedef double UNITY_DOUBLE;
typedef unsigned int UNITY_LINE_TYPE;
typedef unsigned int UNITY_COUNTER_TYPE;
typedef void (*UnityTestFunction)(void);

/* A test of Criterion or utest.h, of which a unit has one structure each. */
struct __criterion_test {
    const char *name;
    void (*test)(void);
    void (*init)(void);
    void (*fini)(void);
    int signal, exit_code, disabled;
    double timeout;
    const char *description;
};

void setUp(void);
void tearDown(void);

/* One test runs by itself, not all that `main` runs. */
extern _Bool __unity_alone;

/* Whatever stands for a test here is one, in this order: see units/runs.rs. */
static void __unity_run(void (*before)(void), void (*test)(void), void (*after)(void), const char *name) {
    before();
    test();
    after();
}

static void __unity_nothing(void) {}

/* As other libraries say which tests there are: nothing runs here. */
typedef void (*__faultlens_function)(void);
static void *__faultlens_group(__faultlens_function before, ...) { return (void *)&__unity_alone; }
static void __faultlens_fixture(const void *group, __faultlens_function before, __faultlens_function after) {}
static void __faultlens_of_table(const void *table, __faultlens_function before, __faultlens_function after) {}
static void __faultlens_setup(__faultlens_function before, const void *passed) {}
static void __faultlens_teardown(__faultlens_function after, const void *passed) {}
static void __faultlens_run_in(const void *group, __faultlens_function test, long start, long end) {}
static void __faultlens_run_named(const void *group, __faultlens_function test, const char *name, ...) {}
static void __faultlens_run_open(const void *group, __faultlens_function test, const char *what) {}
static void __faultlens_run_with(const void *group, __faultlens_function test, ...) {}

static void __unity_ignore(const char *message) {
    if (__unity_alone)
        __faultlens_ignore_test(message ? message : "");
}

static int __unity_said(const char *message) {
    if (message)
        printf(". %s", message);
    printf("\n");
    return 0;
}

/* What failed, with a message that is written as for printf. */
static int __unity_formatted(const char *words, const char *format, ...) {
    printf("FAIL: %s", words);
    if (format) {
        va_list values;
        va_start(values, format);
        printf(". ");
        vprintf(format, values);
        va_end(values);
    }
    return __unity_said((const char *)0);
}

static int __unity_text(const char *text) {
    if (text)
        printf("\"%s\"", text);
    else
        printf("NULL");
    return 0;
}

static int __unity_string(const char *expected, const char *actual, unsigned long length, const char *message) {
    if (expected == actual || (expected && actual && strncmp(expected, actual, length) == 0))
        return 1;
    printf("FAIL: Expected ");
    __unity_text(expected);
    printf(" Was ");
    __unity_text(actual);
    return __unity_said(message);
}

static int __unity_near(double delta, double expected, double actual) {
    double difference = expected - actual;
    return expected == actual || (difference <= delta && -difference <= delta) ||
           (expected != expected && actual != actual);
}

static long __unity_element(const void *array, unsigned long at, unsigned long size, _Bool is_signed) {
    switch (size) {
    case 1:
        return is_signed ? ((const signed char *)array)[at] : ((const unsigned char *)array)[at];
    case 2:
        return is_signed ? ((const short *)array)[at] : ((const unsigned short *)array)[at];
    case 4:
        return is_signed ? ((const int *)array)[at] : ((const unsigned int *)array)[at];
    default:
        return ((const long *)array)[at];
    }
}

static int __unity_array(const void *expected, const void *actual, unsigned long count, unsigned long step,
                         unsigned long size, _Bool is_signed, const char *message) {
    unsigned long i;
    for (i = 0; i < count; i++) {
        long e = __unity_element(expected, i * step, size, is_signed), a = __unity_element(actual, i, size, is_signed);
        if (e != a) {
            printf("FAIL: Element %lu Expected %ld Was %ld", i, e, a);
            return __unity_said(message);
        }
    }
    return 1;
}

static double __unity_real(const void *array, unsigned long at, _Bool is_float) {
    return is_float ? ((const float *)array)[at] : ((const double *)array)[at];
}

static int __unity_reals(const void *expected, const void *actual, unsigned long count, unsigned long step,
                         _Bool is_float, const char *message) {
    unsigned long i;
    for (i = 0; i < count; i++) {
        double e = __unity_real(expected, i * step, is_float), a = __unity_real(actual, i, is_float);
        double scale = is_float ? 0.00001 : 0.000000000001;
        if (!__unity_near((e < 0 ? -e : e) * scale, e, a)) {
            printf("FAIL: Element %lu Expected %g Was %g", i, e, a);
            return __unity_said(message);
        }
    }
    return 1;
}

static int __unity_strings(const char *const *expected, const char *const *actual, unsigned long count,
                           unsigned long step, const char *message) {
    unsigned long i;
    for (i = 0; i < count; i++)
        if (!__unity_string(expected[i * step], actual[i], -1UL, message))
            return 0;
    return 1;
}

static int __unity_pointers(const void *const *expected, const void *const *actual, unsigned long count,
                            unsigned long step, const char *message) {
    unsigned long i;
    for (i = 0; i < count; i++)
        if (expected[i * step] != actual[i]) {
            printf("FAIL: Element %lu Expected The Same Pointer", i);
            return __unity_said(message);
        }
    return 1;
}

static int __unity_blocks(const void *expected, const void *actual, unsigned long length, unsigned long count,
                          unsigned long step, const char *message) {
    unsigned long i;
    for (i = 0; i < count; i++)
        if (!__unity_array((const char *)expected + i * step * length, (const char *)actual + i * length, length, 1, 1, 0,
                           message))
            return 0;
    return 1;
}

static int __unity_array_within(unsigned long delta, const void *expected, const void *actual, unsigned long count,
                                unsigned long size, _Bool is_signed, const char *message) {
    unsigned long i;
    for (i = 0; i < count; i++) {
        long e = __unity_element(expected, i, size, is_signed), a = __unity_element(actual, i, size, is_signed);
        _Bool above = is_signed ? a > e : (unsigned long)a > (unsigned long)e;
        if ((above ? (unsigned long)a - (unsigned long)e : (unsigned long)e - (unsigned long)a) > delta) {
            printf("FAIL: Element %lu Expected %ld Was %ld", i, e, a);
            return __unity_said(message);
        }
    }
    return 1;
}

static int __unity_reals_within(double delta, const void *expected, const void *actual, unsigned long count,
                                _Bool is_float, const char *message) {
    unsigned long i;
    for (i = 0; i < count; i++) {
        double e = __unity_real(expected, i, is_float), a = __unity_real(actual, i, is_float);
        if (!__unity_near(delta, e, a)) {
            printf("FAIL: Element %lu Expected %g Was %g", i, e, a);
            return __unity_said(message);
        }
    }
    return 1;
}

/* Names with two underscores at their ends, because expressions of the user's stand where they are visible. */
/* What is true. A semicolon may follow, and need not. */
#define __UNITY_CHECK(...) __VERIFIER_assert(__VA_ARGS__) __faultlens_semicolon
#define __UNITY_MORE(message) (message) ? ". " : "", (message) ? (message) : ""
#define __UNITY_THAT(condition, words, message) \
    __UNITY_CHECK(({ _Bool holds__ = (condition); \
                         if (!holds__) \
                             printf("FAIL: " words "%s%s\n", __UNITY_MORE(message)); \
                         holds__; }))
#define __UNITY_FORMATTED(condition, words, ...) \
    __UNITY_CHECK(({ _Bool holds__ = !!(condition); \
                     if (!holds__) \
                         __unity_formatted(words, ##__VA_ARGS__, (const char *)0); \
                     holds__; }))
#define __UNITY_COMPARE(e, op, a, words, as, wide, type, message) \
    __UNITY_CHECK(({ type expected__ = (type)(e), actual__ = (type)(a); \
                         if (!(actual__ op expected__)) \
                             printf("FAIL: Expected " words as " Was " as "%s%s\n", (wide)expected__, (wide)actual__, \
                                    __UNITY_MORE(message)); \
                         actual__ op expected__; }))
#define __UNITY_WITHIN(d, e, a, as, wide, type, message) \
    __UNITY_CHECK(({ type expected__ = (type)(e), actual__ = (type)(a); \
                         type off__ = expected__ < actual__ ? actual__ - expected__ : expected__ - actual__; \
                         type most__ = (type)(d); \
                         if (off__ > most__) \
                             printf("FAIL: Expected " as " Was " as "%s%s\n", (wide)expected__, (wide)actual__, \
                                    __UNITY_MORE(message)); \
                         off__ <= most__; }))
#define __UNITY_FAR(d, e, a, as, wide, type, message) \
    __UNITY_CHECK(({ type expected__ = (type)(e), actual__ = (type)(a); \
                     type off__ = expected__ < actual__ ? actual__ - expected__ : expected__ - actual__; \
                     type least__ = (type)(d); \
                     if (off__ <= least__) \
                         printf("FAIL: Expected Far From " as " Was " as "%s%s\n", (wide)expected__, (wide)actual__, \
                                __UNITY_MORE(message)); \
                     off__ > least__; }))
#define __UNITY_APART(d, e, a, type, message) \
    __UNITY_CHECK(({ double expected__ = (type)(e), actual__ = (type)(a); \
                     _Bool apart__ = !__unity_near(d, expected__, actual__); \
                     if (!apart__) \
                         printf("FAIL: Expected Far From %g Was %g%s%s\n", expected__, actual__, \
                                __UNITY_MORE(message)); \
                     apart__; }))
#define __UNITY_NEAR(d, e, a, type, message) \
    __UNITY_CHECK(({ double expected__ = (type)(e), actual__ = (type)(a); \
                         _Bool near__ = __unity_near(d, expected__, actual__); \
                         if (!near__) \
                             printf("FAIL: Expected %g Was %g%s%s\n", expected__, actual__, __UNITY_MORE(message)); \
                         near__; }))
#define __UNITY_SCALED(scale, e, a, type, message) \
    __UNITY_NEAR((expected__ < 0 ? -expected__ : expected__) * (scale), e, a, type, message)

/* How a test is run, told and left. */
#define UNITY_BEGIN() ((void)0)
#define UnityBegin(file) ((void)(file))
#define UNITY_END() 0
#define UnityEnd() 0
#define RUN_TEST(test, ...) __unity_run(setUp, (test), tearDown, (const char *)0)
#define UnityDefaultTestRun(test, name, line) __unity_run(setUp, (test), tearDown, (const char *)0)
#define UnityConcludeTest() ((void)0)
#define TEST_PROTECT() 1
#define TEST_ABORT() return
#define TEST_LINE_NUM 0
#define TEST_IS_IGNORED 0
#define TEST_MESSAGE(message) ((void)(message))
#define TEST_PRINTF(...) ((void)(__VA_ARGS__))
#define TEST_PASS() return
#define TEST_PASS_MESSAGE(message) do { (void)(message); return; } while (0)
#define TEST_IGNORE() TEST_IGNORE_MESSAGE((const char *)0)
#ifdef __FAULTLENS_INCLUDE_IGNORED
#define TEST_IGNORE_MESSAGE(message) ((void)(message))
#else
#define TEST_IGNORE_MESSAGE(message) do { __unity_ignore(message); return; } while (0)
#endif
#define TEST_ONLY()
/* What stands here again is only to be seen: the arguments are read where they are written. */
#define TEST_CASE(...) extern _Bool __unity_alone;
#define TEST_RANGE(...) extern _Bool __unity_alone;
#define TEST_MATRIX(...) extern _Bool __unity_alone;
#define TEST_FILE(file)
#define TEST_SOURCE_FILE(file)
#define TEST_INCLUDE_PATH(path)

#define TEST_FAIL() __UNITY_THAT(0, "The Test Says So", (const char *)0)
#define TEST_FAIL_MESSAGE(message) __UNITY_THAT(0, "The Test Says So", message)
#define TEST_ASSERT(condition) __UNITY_THAT(condition, "Expression Evaluated To FALSE", (const char *)0)
#define TEST_ASSERT_MESSAGE(condition, message) __UNITY_THAT(condition, "Expression Evaluated To FALSE", message)
#define TEST_ASSERT_TRUE(condition) __UNITY_THAT(condition, "Expected TRUE Was FALSE", (const char *)0)
#define TEST_ASSERT_TRUE_MESSAGE(condition, message) __UNITY_THAT(condition, "Expected TRUE Was FALSE", message)
#define TEST_ASSERT_UNLESS(condition) __UNITY_THAT(!(condition), "Expression Evaluated To TRUE", (const char *)0)
#define TEST_ASSERT_UNLESS_MESSAGE(condition, message) __UNITY_THAT(!(condition), "Expression Evaluated To TRUE", message)
#define TEST_ASSERT_FALSE(condition) __UNITY_THAT(!(condition), "Expected FALSE Was TRUE", (const char *)0)
#define TEST_ASSERT_FALSE_MESSAGE(condition, message) __UNITY_THAT(!(condition), "Expected FALSE Was TRUE", message)
#define TEST_ASSERT_NULL(pointer) __UNITY_THAT((pointer) == 0, "Expected NULL", (const char *)0)
#define TEST_ASSERT_NULL_MESSAGE(pointer, message) __UNITY_THAT((pointer) == 0, "Expected NULL", message)
#define TEST_ASSERT_NOT_NULL(pointer) __UNITY_THAT((pointer) != 0, "Expected Non-NULL", (const char *)0)
#define TEST_ASSERT_NOT_NULL_MESSAGE(pointer, message) __UNITY_THAT((pointer) != 0, "Expected Non-NULL", message)
#define TEST_ASSERT_EMPTY(text) __UNITY_THAT(*(text) == 0, "Expected Empty", (const char *)0)
#define TEST_ASSERT_EMPTY_MESSAGE(text, message) __UNITY_THAT(*(text) == 0, "Expected Empty", message)
#define TEST_ASSERT_NOT_EMPTY(text) __UNITY_THAT(*(text) != 0, "Expected Non-Empty", (const char *)0)
#define TEST_ASSERT_NOT_EMPTY_MESSAGE(text, message) __UNITY_THAT(*(text) != 0, "Expected Non-Empty", message)
#define TEST_ASSERT_EQUAL(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_EQUAL_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, long, message)
#define TEST_ASSERT_EQUAL_INT(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_EQUAL_INT_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, int, message)
#define TEST_ASSERT_EQUAL_INT8(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, signed char, (const char *)0)
#define TEST_ASSERT_EQUAL_INT8_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, signed char, message)
#define TEST_ASSERT_EQUAL_INT16(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, short, (const char *)0)
#define TEST_ASSERT_EQUAL_INT16_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, short, message)
#define TEST_ASSERT_EQUAL_INT32(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_EQUAL_INT32_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, int, message)
#define TEST_ASSERT_EQUAL_INT64(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_EQUAL_INT64_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%ld", long, long, message)
#define TEST_ASSERT_EQUAL_UINT(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_EQUAL_UINT_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_EQUAL_UINT8(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_EQUAL_UINT8_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned char, message)
#define TEST_ASSERT_EQUAL_UINT16(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_EQUAL_UINT16_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned short, message)
#define TEST_ASSERT_EQUAL_UINT32(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_EQUAL_UINT32_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_EQUAL_UINT64(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_EQUAL_UINT64_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_EQUAL_size_t(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_EQUAL_size_t_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_EQUAL_HEX(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_EQUAL_HEX_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_EQUAL_HEX8(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "0x%lX", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_EQUAL_HEX8_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "0x%lX", unsigned long, unsigned char, message)
#define TEST_ASSERT_EQUAL_HEX16(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "0x%lX", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_EQUAL_HEX16_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "0x%lX", unsigned long, unsigned short, message)
#define TEST_ASSERT_EQUAL_HEX32(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_EQUAL_HEX32_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_EQUAL_HEX64(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "0x%lX", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_EQUAL_HEX64_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "0x%lX", unsigned long, unsigned long, message)
#define TEST_ASSERT_EQUAL_CHAR(expected, actual) __UNITY_COMPARE(expected, ==, actual, "", "'%c'", int, char, (const char *)0)
#define TEST_ASSERT_EQUAL_CHAR_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, ==, actual, "", "'%c'", int, char, message)
#define TEST_ASSERT_NOT_EQUAL(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, long, message)
#define TEST_ASSERT_NOT_EQUAL_INT(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_INT_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, int, message)
#define TEST_ASSERT_NOT_EQUAL_INT8(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, signed char, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_INT8_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, signed char, message)
#define TEST_ASSERT_NOT_EQUAL_INT16(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, short, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_INT16_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, short, message)
#define TEST_ASSERT_NOT_EQUAL_INT32(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_INT32_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, int, message)
#define TEST_ASSERT_NOT_EQUAL_INT64(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_INT64_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%ld", long, long, message)
#define TEST_ASSERT_NOT_EQUAL_UINT(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_UINT_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_NOT_EQUAL_UINT8(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_UINT8_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned char, message)
#define TEST_ASSERT_NOT_EQUAL_UINT16(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_UINT16_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned short, message)
#define TEST_ASSERT_NOT_EQUAL_UINT32(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_UINT32_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_NOT_EQUAL_UINT64(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_UINT64_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_NOT_EQUAL_size_t(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_size_t_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_NOT_EQUAL_HEX(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_HEX_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_NOT_EQUAL_HEX8(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "0x%lX", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_HEX8_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "0x%lX", unsigned long, unsigned char, message)
#define TEST_ASSERT_NOT_EQUAL_HEX16(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "0x%lX", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_HEX16_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "0x%lX", unsigned long, unsigned short, message)
#define TEST_ASSERT_NOT_EQUAL_HEX32(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_HEX32_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_NOT_EQUAL_HEX64(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "0x%lX", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_HEX64_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "0x%lX", unsigned long, unsigned long, message)
#define TEST_ASSERT_NOT_EQUAL_CHAR(expected, actual) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "'%c'", int, char, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_CHAR_MESSAGE(expected, actual, message) __UNITY_COMPARE(expected, !=, actual, "Not Equal To ", "'%c'", int, char, message)
#define TEST_ASSERT_GREATER_THAN(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, long, message)
#define TEST_ASSERT_GREATER_THAN_INT(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_INT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, int, message)
#define TEST_ASSERT_GREATER_THAN_INT8(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, signed char, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_INT8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, signed char, message)
#define TEST_ASSERT_GREATER_THAN_INT16(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, short, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_INT16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, short, message)
#define TEST_ASSERT_GREATER_THAN_INT32(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_INT32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, int, message)
#define TEST_ASSERT_GREATER_THAN_INT64(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_INT64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%ld", long, long, message)
#define TEST_ASSERT_GREATER_THAN_UINT(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_UINT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_GREATER_THAN_UINT8(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_UINT8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned char, message)
#define TEST_ASSERT_GREATER_THAN_UINT16(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_UINT16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned short, message)
#define TEST_ASSERT_GREATER_THAN_UINT32(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_UINT32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_GREATER_THAN_UINT64(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_UINT64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_GREATER_THAN_size_t(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_size_t_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_GREATER_THAN_HEX(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_HEX_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_GREATER_THAN_HEX8(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "0x%lX", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_HEX8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "0x%lX", unsigned long, unsigned char, message)
#define TEST_ASSERT_GREATER_THAN_HEX16(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "0x%lX", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_HEX16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "0x%lX", unsigned long, unsigned short, message)
#define TEST_ASSERT_GREATER_THAN_HEX32(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_HEX32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_GREATER_THAN_HEX64(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "0x%lX", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_HEX64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "0x%lX", unsigned long, unsigned long, message)
#define TEST_ASSERT_GREATER_THAN_CHAR(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "'%c'", int, char, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_CHAR_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "'%c'", int, char, message)
#define TEST_ASSERT_LESS_THAN(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_LESS_THAN_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, long, message)
#define TEST_ASSERT_LESS_THAN_INT(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_LESS_THAN_INT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, int, message)
#define TEST_ASSERT_LESS_THAN_INT8(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, signed char, (const char *)0)
#define TEST_ASSERT_LESS_THAN_INT8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, signed char, message)
#define TEST_ASSERT_LESS_THAN_INT16(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, short, (const char *)0)
#define TEST_ASSERT_LESS_THAN_INT16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, short, message)
#define TEST_ASSERT_LESS_THAN_INT32(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_LESS_THAN_INT32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, int, message)
#define TEST_ASSERT_LESS_THAN_INT64(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_LESS_THAN_INT64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%ld", long, long, message)
#define TEST_ASSERT_LESS_THAN_UINT(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_LESS_THAN_UINT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_LESS_THAN_UINT8(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_LESS_THAN_UINT8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned char, message)
#define TEST_ASSERT_LESS_THAN_UINT16(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_LESS_THAN_UINT16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned short, message)
#define TEST_ASSERT_LESS_THAN_UINT32(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_LESS_THAN_UINT32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_LESS_THAN_UINT64(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_LESS_THAN_UINT64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_LESS_THAN_size_t(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_LESS_THAN_size_t_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_LESS_THAN_HEX(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_LESS_THAN_HEX_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_LESS_THAN_HEX8(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "0x%lX", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_LESS_THAN_HEX8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "0x%lX", unsigned long, unsigned char, message)
#define TEST_ASSERT_LESS_THAN_HEX16(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "0x%lX", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_LESS_THAN_HEX16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "0x%lX", unsigned long, unsigned short, message)
#define TEST_ASSERT_LESS_THAN_HEX32(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_LESS_THAN_HEX32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_LESS_THAN_HEX64(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "0x%lX", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_LESS_THAN_HEX64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "0x%lX", unsigned long, unsigned long, message)
#define TEST_ASSERT_LESS_THAN_CHAR(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "'%c'", int, char, (const char *)0)
#define TEST_ASSERT_LESS_THAN_CHAR_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "'%c'", int, char, message)
#define TEST_ASSERT_GREATER_OR_EQUAL(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, long, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_INT(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_INT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, int, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_INT8(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, signed char, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_INT8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, signed char, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_INT16(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, short, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_INT16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, short, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_INT32(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_INT32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, int, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_INT64(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_INT64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%ld", long, long, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_UINT(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_UINT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_UINT8(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_UINT8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned char, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_UINT16(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_UINT16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned short, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_UINT32(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_UINT32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_UINT64(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_UINT64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_size_t(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_size_t_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_HEX(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_HEX_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_HEX8(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "0x%lX", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_HEX8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "0x%lX", unsigned long, unsigned char, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_HEX16(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "0x%lX", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_HEX16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "0x%lX", unsigned long, unsigned short, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_HEX32(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_HEX32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_HEX64(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "0x%lX", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_HEX64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "0x%lX", unsigned long, unsigned long, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_CHAR(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "'%c'", int, char, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_CHAR_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "'%c'", int, char, message)
#define TEST_ASSERT_LESS_OR_EQUAL(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, long, message)
#define TEST_ASSERT_LESS_OR_EQUAL_INT(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_INT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, int, message)
#define TEST_ASSERT_LESS_OR_EQUAL_INT8(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, signed char, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_INT8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, signed char, message)
#define TEST_ASSERT_LESS_OR_EQUAL_INT16(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, short, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_INT16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, short, message)
#define TEST_ASSERT_LESS_OR_EQUAL_INT32(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, int, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_INT32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, int, message)
#define TEST_ASSERT_LESS_OR_EQUAL_INT64(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, long, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_INT64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%ld", long, long, message)
#define TEST_ASSERT_LESS_OR_EQUAL_UINT(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_UINT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_LESS_OR_EQUAL_UINT8(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_UINT8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned char, message)
#define TEST_ASSERT_LESS_OR_EQUAL_UINT16(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_UINT16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned short, message)
#define TEST_ASSERT_LESS_OR_EQUAL_UINT32(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_UINT32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_LESS_OR_EQUAL_UINT64(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_UINT64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_LESS_OR_EQUAL_size_t(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_size_t_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_LESS_OR_EQUAL_HEX(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_HEX_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_LESS_OR_EQUAL_HEX8(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "0x%lX", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_HEX8_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "0x%lX", unsigned long, unsigned char, message)
#define TEST_ASSERT_LESS_OR_EQUAL_HEX16(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "0x%lX", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_HEX16_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "0x%lX", unsigned long, unsigned short, message)
#define TEST_ASSERT_LESS_OR_EQUAL_HEX32(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_HEX32_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_LESS_OR_EQUAL_HEX64(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "0x%lX", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_HEX64_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "0x%lX", unsigned long, unsigned long, message)
#define TEST_ASSERT_LESS_OR_EQUAL_CHAR(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "'%c'", int, char, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_CHAR_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "'%c'", int, char, message)
#define TEST_ASSERT_INT_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%ld", long, int, (const char *)0)
#define TEST_ASSERT_INT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%ld", long, int, message)
#define TEST_ASSERT_INT8_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%ld", long, signed char, (const char *)0)
#define TEST_ASSERT_INT8_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%ld", long, signed char, message)
#define TEST_ASSERT_INT16_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%ld", long, short, (const char *)0)
#define TEST_ASSERT_INT16_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%ld", long, short, message)
#define TEST_ASSERT_INT32_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%ld", long, int, (const char *)0)
#define TEST_ASSERT_INT32_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%ld", long, int, message)
#define TEST_ASSERT_INT64_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%ld", long, long, (const char *)0)
#define TEST_ASSERT_INT64_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%ld", long, long, message)
#define TEST_ASSERT_UINT_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_UINT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_UINT8_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_UINT8_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned char, message)
#define TEST_ASSERT_UINT16_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_UINT16_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned short, message)
#define TEST_ASSERT_UINT32_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_UINT32_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_UINT64_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_UINT64_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_size_t_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_size_t_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_HEX_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_HEX_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_HEX8_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "0x%lX", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_HEX8_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "0x%lX", unsigned long, unsigned char, message)
#define TEST_ASSERT_HEX16_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "0x%lX", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_HEX16_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "0x%lX", unsigned long, unsigned short, message)
#define TEST_ASSERT_HEX32_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_HEX32_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_HEX64_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "0x%lX", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_HEX64_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "0x%lX", unsigned long, unsigned long, message)
#define TEST_ASSERT_CHAR_WITHIN(delta, expected, actual) __UNITY_WITHIN(delta, expected, actual, "'%c'", int, char, (const char *)0)
#define TEST_ASSERT_CHAR_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_WITHIN(delta, expected, actual, "'%c'", int, char, message)
#define TEST_ASSERT_EQUAL_INT_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(int), 1, (const char *)0))
#define TEST_ASSERT_EQUAL_INT_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(int), 1, message))
#define TEST_ASSERT_EACH_EQUAL_INT(expected, actual, count) __UNITY_CHECK(__unity_array((int[]){expected}, actual, count, 0, sizeof(int), 1, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_INT_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((int[]){expected}, actual, count, 0, sizeof(int), 1, message))
#define TEST_ASSERT_EQUAL_INT8_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(signed char), 1, (const char *)0))
#define TEST_ASSERT_EQUAL_INT8_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(signed char), 1, message))
#define TEST_ASSERT_EACH_EQUAL_INT8(expected, actual, count) __UNITY_CHECK(__unity_array((signed char[]){expected}, actual, count, 0, sizeof(signed char), 1, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_INT8_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((signed char[]){expected}, actual, count, 0, sizeof(signed char), 1, message))
#define TEST_ASSERT_EQUAL_INT16_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(short), 1, (const char *)0))
#define TEST_ASSERT_EQUAL_INT16_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(short), 1, message))
#define TEST_ASSERT_EACH_EQUAL_INT16(expected, actual, count) __UNITY_CHECK(__unity_array((short[]){expected}, actual, count, 0, sizeof(short), 1, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_INT16_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((short[]){expected}, actual, count, 0, sizeof(short), 1, message))
#define TEST_ASSERT_EQUAL_INT32_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(int), 1, (const char *)0))
#define TEST_ASSERT_EQUAL_INT32_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(int), 1, message))
#define TEST_ASSERT_EACH_EQUAL_INT32(expected, actual, count) __UNITY_CHECK(__unity_array((int[]){expected}, actual, count, 0, sizeof(int), 1, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_INT32_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((int[]){expected}, actual, count, 0, sizeof(int), 1, message))
#define TEST_ASSERT_EQUAL_INT64_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(long), 1, (const char *)0))
#define TEST_ASSERT_EQUAL_INT64_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(long), 1, message))
#define TEST_ASSERT_EACH_EQUAL_INT64(expected, actual, count) __UNITY_CHECK(__unity_array((long[]){expected}, actual, count, 0, sizeof(long), 1, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_INT64_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((long[]){expected}, actual, count, 0, sizeof(long), 1, message))
#define TEST_ASSERT_EQUAL_UINT_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_UINT_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_EACH_EQUAL_UINT(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned int[]){expected}, actual, count, 0, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_UINT_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned int[]){expected}, actual, count, 0, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_EQUAL_UINT8_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned char), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_UINT8_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned char), 0, message))
#define TEST_ASSERT_EACH_EQUAL_UINT8(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned char[]){expected}, actual, count, 0, sizeof(unsigned char), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_UINT8_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned char[]){expected}, actual, count, 0, sizeof(unsigned char), 0, message))
#define TEST_ASSERT_EQUAL_UINT16_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned short), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_UINT16_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned short), 0, message))
#define TEST_ASSERT_EACH_EQUAL_UINT16(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned short[]){expected}, actual, count, 0, sizeof(unsigned short), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_UINT16_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned short[]){expected}, actual, count, 0, sizeof(unsigned short), 0, message))
#define TEST_ASSERT_EQUAL_UINT32_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_UINT32_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_EACH_EQUAL_UINT32(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned int[]){expected}, actual, count, 0, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_UINT32_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned int[]){expected}, actual, count, 0, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_EQUAL_UINT64_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned long), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_UINT64_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned long), 0, message))
#define TEST_ASSERT_EACH_EQUAL_UINT64(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned long[]){expected}, actual, count, 0, sizeof(unsigned long), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_UINT64_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned long[]){expected}, actual, count, 0, sizeof(unsigned long), 0, message))
#define TEST_ASSERT_EQUAL_size_t_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned long), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_size_t_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned long), 0, message))
#define TEST_ASSERT_EACH_EQUAL_size_t(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned long[]){expected}, actual, count, 0, sizeof(unsigned long), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_size_t_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned long[]){expected}, actual, count, 0, sizeof(unsigned long), 0, message))
#define TEST_ASSERT_EQUAL_HEX_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_HEX_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_EACH_EQUAL_HEX(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned int[]){expected}, actual, count, 0, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_HEX_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned int[]){expected}, actual, count, 0, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_EQUAL_HEX8_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned char), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_HEX8_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned char), 0, message))
#define TEST_ASSERT_EACH_EQUAL_HEX8(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned char[]){expected}, actual, count, 0, sizeof(unsigned char), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_HEX8_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned char[]){expected}, actual, count, 0, sizeof(unsigned char), 0, message))
#define TEST_ASSERT_EQUAL_HEX16_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned short), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_HEX16_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned short), 0, message))
#define TEST_ASSERT_EACH_EQUAL_HEX16(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned short[]){expected}, actual, count, 0, sizeof(unsigned short), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_HEX16_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned short[]){expected}, actual, count, 0, sizeof(unsigned short), 0, message))
#define TEST_ASSERT_EQUAL_HEX32_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_HEX32_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_EACH_EQUAL_HEX32(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned int[]){expected}, actual, count, 0, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_HEX32_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned int[]){expected}, actual, count, 0, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_EQUAL_HEX64_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned long), 0, (const char *)0))
#define TEST_ASSERT_EQUAL_HEX64_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(unsigned long), 0, message))
#define TEST_ASSERT_EACH_EQUAL_HEX64(expected, actual, count) __UNITY_CHECK(__unity_array((unsigned long[]){expected}, actual, count, 0, sizeof(unsigned long), 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_HEX64_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((unsigned long[]){expected}, actual, count, 0, sizeof(unsigned long), 0, message))
#define TEST_ASSERT_EQUAL_CHAR_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(char), 1, (const char *)0))
#define TEST_ASSERT_EQUAL_CHAR_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array(expected, actual, count, 1, sizeof(char), 1, message))
#define TEST_ASSERT_EACH_EQUAL_CHAR(expected, actual, count) __UNITY_CHECK(__unity_array((char[]){expected}, actual, count, 0, sizeof(char), 1, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_CHAR_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_array((char[]){expected}, actual, count, 0, sizeof(char), 1, message))
#define TEST_ASSERT_EQUAL_PTR(expected, actual) __UNITY_THAT((expected) == (actual), "Expected The Same Pointer", (const char *)0)
#define TEST_ASSERT_EQUAL_PTR_MESSAGE(expected, actual, message) __UNITY_THAT((expected) == (actual), "Expected The Same Pointer", message)
#define TEST_ASSERT_NOT_EQUAL_PTR(expected, actual) __UNITY_THAT((expected) != (actual), "Expected Another Pointer", (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_PTR_MESSAGE(expected, actual, message) __UNITY_THAT((expected) != (actual), "Expected Another Pointer", message)
#define TEST_ASSERT_EQUAL_STRING(expected, actual) __UNITY_CHECK(__unity_string(expected, actual, -1UL, (const char *)0))
#define TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, actual, message) __UNITY_CHECK(__unity_string(expected, actual, -1UL, message))
#define TEST_ASSERT_EQUAL_STRING_LEN(expected, actual, length) __UNITY_CHECK(__unity_string(expected, actual, length, (const char *)0))
#define TEST_ASSERT_EQUAL_STRING_LEN_MESSAGE(expected, actual, length, message) __UNITY_CHECK(__unity_string(expected, actual, length, message))
#define TEST_ASSERT_EQUAL_STRING_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_strings((const char *const *)(expected), (const char *const *)(actual), count, 1, (const char *)0))
#define TEST_ASSERT_EQUAL_STRING_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_strings((const char *const *)(expected), (const char *const *)(actual), count, 1, message))
#define TEST_ASSERT_EQUAL_MEMORY(expected, actual, length) __UNITY_CHECK(__unity_array(expected, actual, length, 1, 1, 0, (const char *)0))
#define TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected, actual, length, message) __UNITY_CHECK(__unity_array(expected, actual, length, 1, 1, 0, message))
#define TEST_ASSERT_EQUAL_FLOAT(expected, actual) __UNITY_SCALED(0.00001, expected, actual, float, (const char *)0)
#define TEST_ASSERT_EQUAL_FLOAT_MESSAGE(expected, actual, message) __UNITY_SCALED(0.00001, expected, actual, float, message)
#define TEST_ASSERT_FLOAT_WITHIN(delta, expected, actual) __UNITY_NEAR(delta, expected, actual, float, (const char *)0)
#define TEST_ASSERT_FLOAT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_NEAR(delta, expected, actual, float, message)
#define TEST_ASSERT_EQUAL_FLOAT_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_reals(expected, actual, count, 1, 1, (const char *)0))
#define TEST_ASSERT_EQUAL_FLOAT_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_reals(expected, actual, count, 1, 1, message))
#define TEST_ASSERT_FLOAT_IS_NAN(actual) __UNITY_THAT(({ double nan__ = (actual); nan__ != nan__; }), "Expected NaN", (const char *)0)
#define TEST_ASSERT_FLOAT_IS_NAN_MESSAGE(actual, message) __UNITY_THAT(({ double nan__ = (actual); nan__ != nan__; }), "Expected NaN", message)
#define TEST_ASSERT_EQUAL_DOUBLE(expected, actual) __UNITY_SCALED(0.000000000001, expected, actual, double, (const char *)0)
#define TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(expected, actual, message) __UNITY_SCALED(0.000000000001, expected, actual, double, message)
#define TEST_ASSERT_DOUBLE_WITHIN(delta, expected, actual) __UNITY_NEAR(delta, expected, actual, double, (const char *)0)
#define TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_NEAR(delta, expected, actual, double, message)
#define TEST_ASSERT_EQUAL_DOUBLE_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_reals(expected, actual, count, 1, 0, (const char *)0))
#define TEST_ASSERT_EQUAL_DOUBLE_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_reals(expected, actual, count, 1, 0, message))
#define TEST_ASSERT_DOUBLE_IS_NAN(actual) __UNITY_THAT(({ double nan__ = (actual); nan__ != nan__; }), "Expected NaN", (const char *)0)
#define TEST_ASSERT_DOUBLE_IS_NAN_MESSAGE(actual, message) __UNITY_THAT(({ double nan__ = (actual); nan__ != nan__; }), "Expected NaN", message)
#define TEST_ASSERT_BITS(mask, expected, actual) __UNITY_COMPARE((mask) & (expected), ==, (mask) & (actual), "", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_BITS_MESSAGE(mask, expected, actual, message) __UNITY_COMPARE((mask) & (expected), ==, (mask) & (actual), "", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_BITS_HIGH(mask, actual) __UNITY_COMPARE(mask, ==, (mask) & (actual), "", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_BITS_HIGH_MESSAGE(mask, actual, message) __UNITY_COMPARE(mask, ==, (mask) & (actual), "", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_BITS_LOW(mask, actual) __UNITY_COMPARE(0, ==, (mask) & (actual), "", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_BITS_LOW_MESSAGE(mask, actual, message) __UNITY_COMPARE(0, ==, (mask) & (actual), "", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_BIT_HIGH(bit, actual) __UNITY_COMPARE(1, ==, (unsigned int)(actual) >> (bit) & 1, "", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_BIT_HIGH_MESSAGE(bit, actual, message) __UNITY_COMPARE(1, ==, (unsigned int)(actual) >> (bit) & 1, "", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_BIT_LOW(bit, actual) __UNITY_COMPARE(0, ==, (unsigned int)(actual) >> (bit) & 1, "", "0x%lX", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_BIT_LOW_MESSAGE(bit, actual, message) __UNITY_COMPARE(0, ==, (unsigned int)(actual) >> (bit) & 1, "", "0x%lX", unsigned long, unsigned int, message)
#define TEST_ASSERT_EQUAL_MEMORY_ARRAY(expected, actual, length, count) __UNITY_CHECK(__unity_blocks(expected, actual, length, count, 1, (const char *)0))
#define TEST_ASSERT_EQUAL_MEMORY_ARRAY_MESSAGE(expected, actual, length, count, message) __UNITY_CHECK(__unity_blocks(expected, actual, length, count, 1, message))
#define TEST_ASSERT_EACH_EQUAL_MEMORY(expected, actual, length, count) __UNITY_CHECK(__unity_blocks(expected, actual, length, count, 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_MEMORY_MESSAGE(expected, actual, length, count, message) __UNITY_CHECK(__unity_blocks(expected, actual, length, count, 0, message))
#define TEST_ASSERT_EQUAL_PTR_ARRAY(expected, actual, count) __UNITY_CHECK(__unity_pointers((const void *const *)(expected), (const void *const *)(actual), count, 1, (const char *)0))
#define TEST_ASSERT_EQUAL_PTR_ARRAY_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_pointers((const void *const *)(expected), (const void *const *)(actual), count, 1, message))
#define TEST_ASSERT_EACH_EQUAL_PTR(expected, actual, count) __UNITY_CHECK(__unity_pointers((const void *const[]){expected}, (const void *const *)(actual), count, 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_PTR_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_pointers((const void *const[]){expected}, (const void *const *)(actual), count, 0, message))
#define TEST_ASSERT_EACH_EQUAL_STRING(expected, actual, count) __UNITY_CHECK(__unity_strings((const char *const[]){expected}, (const char *const *)(actual), count, 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_STRING_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_strings((const char *const[]){expected}, (const char *const *)(actual), count, 0, message))
#define TEST_ASSERT_EACH_EQUAL_FLOAT(expected, actual, count) __UNITY_CHECK(__unity_reals((float[]){expected}, actual, count, 0, 1, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_FLOAT_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_reals((float[]){expected}, actual, count, 0, 1, message))
#define TEST_ASSERT_FLOAT_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_reals_within(delta, expected, actual, count, 1, (const char *)0))
#define TEST_ASSERT_FLOAT_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_reals_within(delta, expected, actual, count, 1, message))
#define TEST_ASSERT_NOT_EQUAL_FLOAT(expected, actual) __UNITY_APART((expected__ < 0 ? -expected__ : expected__) * 0.00001, expected, actual, float, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_FLOAT_MESSAGE(expected, actual, message) __UNITY_APART((expected__ < 0 ? -expected__ : expected__) * 0.00001, expected, actual, float, message)
#define TEST_ASSERT_FLOAT_NOT_WITHIN(delta, expected, actual) __UNITY_APART(delta, expected, actual, float, (const char *)0)
#define TEST_ASSERT_FLOAT_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_APART(delta, expected, actual, float, message)
#define TEST_ASSERT_GREATER_THAN_FLOAT(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%g", double, float, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_FLOAT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%g", double, float, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_FLOAT(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%g", double, float, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_FLOAT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%g", double, float, message)
#define TEST_ASSERT_LESS_THAN_FLOAT(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%g", double, float, (const char *)0)
#define TEST_ASSERT_LESS_THAN_FLOAT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%g", double, float, message)
#define TEST_ASSERT_LESS_OR_EQUAL_FLOAT(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%g", double, float, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_FLOAT_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%g", double, float, message)
#define TEST_ASSERT_FLOAT_IS_INF(actual) __UNITY_THAT(({ double value__ = (actual); value__ > 0 && value__ - value__ != 0; }), "Expected Infinity", (const char *)0)
#define TEST_ASSERT_FLOAT_IS_INF_MESSAGE(actual, message) __UNITY_THAT(({ double value__ = (actual); value__ > 0 && value__ - value__ != 0; }), "Expected Infinity", message)
#define TEST_ASSERT_FLOAT_IS_NOT_INF(actual) __UNITY_THAT(!({ double value__ = (actual); value__ > 0 && value__ - value__ != 0; }), "Expected Not Infinity", (const char *)0)
#define TEST_ASSERT_FLOAT_IS_NOT_INF_MESSAGE(actual, message) __UNITY_THAT(!({ double value__ = (actual); value__ > 0 && value__ - value__ != 0; }), "Expected Not Infinity", message)
#define TEST_ASSERT_FLOAT_IS_NEG_INF(actual) __UNITY_THAT(({ double value__ = (actual); value__ < 0 && value__ - value__ != 0; }), "Expected Negative Infinity", (const char *)0)
#define TEST_ASSERT_FLOAT_IS_NEG_INF_MESSAGE(actual, message) __UNITY_THAT(({ double value__ = (actual); value__ < 0 && value__ - value__ != 0; }), "Expected Negative Infinity", message)
#define TEST_ASSERT_FLOAT_IS_NOT_NEG_INF(actual) __UNITY_THAT(!({ double value__ = (actual); value__ < 0 && value__ - value__ != 0; }), "Expected Not Negative Infinity", (const char *)0)
#define TEST_ASSERT_FLOAT_IS_NOT_NEG_INF_MESSAGE(actual, message) __UNITY_THAT(!({ double value__ = (actual); value__ < 0 && value__ - value__ != 0; }), "Expected Not Negative Infinity", message)
#define TEST_ASSERT_FLOAT_IS_NOT_NAN(actual) __UNITY_THAT(!({ double value__ = (actual); value__ != value__; }), "Expected Not NaN", (const char *)0)
#define TEST_ASSERT_FLOAT_IS_NOT_NAN_MESSAGE(actual, message) __UNITY_THAT(!({ double value__ = (actual); value__ != value__; }), "Expected Not NaN", message)
#define TEST_ASSERT_FLOAT_IS_DETERMINATE(actual) __UNITY_THAT(({ double value__ = (actual); value__ - value__ == 0; }), "Expected Determinate", (const char *)0)
#define TEST_ASSERT_FLOAT_IS_DETERMINATE_MESSAGE(actual, message) __UNITY_THAT(({ double value__ = (actual); value__ - value__ == 0; }), "Expected Determinate", message)
#define TEST_ASSERT_FLOAT_IS_NOT_DETERMINATE(actual) __UNITY_THAT(!({ double value__ = (actual); value__ - value__ == 0; }), "Expected Not Determinate", (const char *)0)
#define TEST_ASSERT_FLOAT_IS_NOT_DETERMINATE_MESSAGE(actual, message) __UNITY_THAT(!({ double value__ = (actual); value__ - value__ == 0; }), "Expected Not Determinate", message)
#define TEST_ASSERT_EACH_EQUAL_DOUBLE(expected, actual, count) __UNITY_CHECK(__unity_reals((double[]){expected}, actual, count, 0, 0, (const char *)0))
#define TEST_ASSERT_EACH_EQUAL_DOUBLE_MESSAGE(expected, actual, count, message) __UNITY_CHECK(__unity_reals((double[]){expected}, actual, count, 0, 0, message))
#define TEST_ASSERT_DOUBLE_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_reals_within(delta, expected, actual, count, 0, (const char *)0))
#define TEST_ASSERT_DOUBLE_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_reals_within(delta, expected, actual, count, 0, message))
#define TEST_ASSERT_NOT_EQUAL_DOUBLE(expected, actual) __UNITY_APART((expected__ < 0 ? -expected__ : expected__) * 0.000000000001, expected, actual, double, (const char *)0)
#define TEST_ASSERT_NOT_EQUAL_DOUBLE_MESSAGE(expected, actual, message) __UNITY_APART((expected__ < 0 ? -expected__ : expected__) * 0.000000000001, expected, actual, double, message)
#define TEST_ASSERT_DOUBLE_NOT_WITHIN(delta, expected, actual) __UNITY_APART(delta, expected, actual, double, (const char *)0)
#define TEST_ASSERT_DOUBLE_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_APART(delta, expected, actual, double, message)
#define TEST_ASSERT_GREATER_THAN_DOUBLE(threshold, actual) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%g", double, double, (const char *)0)
#define TEST_ASSERT_GREATER_THAN_DOUBLE_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >, actual, "Greater Than ", "%g", double, double, message)
#define TEST_ASSERT_GREATER_OR_EQUAL_DOUBLE(threshold, actual) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%g", double, double, (const char *)0)
#define TEST_ASSERT_GREATER_OR_EQUAL_DOUBLE_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, >=, actual, "Greater Or Equal To ", "%g", double, double, message)
#define TEST_ASSERT_LESS_THAN_DOUBLE(threshold, actual) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%g", double, double, (const char *)0)
#define TEST_ASSERT_LESS_THAN_DOUBLE_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <, actual, "Less Than ", "%g", double, double, message)
#define TEST_ASSERT_LESS_OR_EQUAL_DOUBLE(threshold, actual) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%g", double, double, (const char *)0)
#define TEST_ASSERT_LESS_OR_EQUAL_DOUBLE_MESSAGE(threshold, actual, message) __UNITY_COMPARE(threshold, <=, actual, "Less Or Equal To ", "%g", double, double, message)
#define TEST_ASSERT_DOUBLE_IS_INF(actual) __UNITY_THAT(({ double value__ = (actual); value__ > 0 && value__ - value__ != 0; }), "Expected Infinity", (const char *)0)
#define TEST_ASSERT_DOUBLE_IS_INF_MESSAGE(actual, message) __UNITY_THAT(({ double value__ = (actual); value__ > 0 && value__ - value__ != 0; }), "Expected Infinity", message)
#define TEST_ASSERT_DOUBLE_IS_NOT_INF(actual) __UNITY_THAT(!({ double value__ = (actual); value__ > 0 && value__ - value__ != 0; }), "Expected Not Infinity", (const char *)0)
#define TEST_ASSERT_DOUBLE_IS_NOT_INF_MESSAGE(actual, message) __UNITY_THAT(!({ double value__ = (actual); value__ > 0 && value__ - value__ != 0; }), "Expected Not Infinity", message)
#define TEST_ASSERT_DOUBLE_IS_NEG_INF(actual) __UNITY_THAT(({ double value__ = (actual); value__ < 0 && value__ - value__ != 0; }), "Expected Negative Infinity", (const char *)0)
#define TEST_ASSERT_DOUBLE_IS_NEG_INF_MESSAGE(actual, message) __UNITY_THAT(({ double value__ = (actual); value__ < 0 && value__ - value__ != 0; }), "Expected Negative Infinity", message)
#define TEST_ASSERT_DOUBLE_IS_NOT_NEG_INF(actual) __UNITY_THAT(!({ double value__ = (actual); value__ < 0 && value__ - value__ != 0; }), "Expected Not Negative Infinity", (const char *)0)
#define TEST_ASSERT_DOUBLE_IS_NOT_NEG_INF_MESSAGE(actual, message) __UNITY_THAT(!({ double value__ = (actual); value__ < 0 && value__ - value__ != 0; }), "Expected Not Negative Infinity", message)
#define TEST_ASSERT_DOUBLE_IS_NOT_NAN(actual) __UNITY_THAT(!({ double value__ = (actual); value__ != value__; }), "Expected Not NaN", (const char *)0)
#define TEST_ASSERT_DOUBLE_IS_NOT_NAN_MESSAGE(actual, message) __UNITY_THAT(!({ double value__ = (actual); value__ != value__; }), "Expected Not NaN", message)
#define TEST_ASSERT_DOUBLE_IS_DETERMINATE(actual) __UNITY_THAT(({ double value__ = (actual); value__ - value__ == 0; }), "Expected Determinate", (const char *)0)
#define TEST_ASSERT_DOUBLE_IS_DETERMINATE_MESSAGE(actual, message) __UNITY_THAT(({ double value__ = (actual); value__ - value__ == 0; }), "Expected Determinate", message)
#define TEST_ASSERT_DOUBLE_IS_NOT_DETERMINATE(actual) __UNITY_THAT(!({ double value__ = (actual); value__ - value__ == 0; }), "Expected Not Determinate", (const char *)0)
#define TEST_ASSERT_DOUBLE_IS_NOT_DETERMINATE_MESSAGE(actual, message) __UNITY_THAT(!({ double value__ = (actual); value__ - value__ == 0; }), "Expected Not Determinate", message)
#define TEST_ASSERT_INT_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(int), 1, (const char *)0))
#define TEST_ASSERT_INT_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(int), 1, message))
#define TEST_ASSERT_INT_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%ld", long, int, (const char *)0)
#define TEST_ASSERT_INT_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%ld", long, int, message)
#define TEST_ASSERT_INT8_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(signed char), 1, (const char *)0))
#define TEST_ASSERT_INT8_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(signed char), 1, message))
#define TEST_ASSERT_INT8_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%ld", long, signed char, (const char *)0)
#define TEST_ASSERT_INT8_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%ld", long, signed char, message)
#define TEST_ASSERT_INT16_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(short), 1, (const char *)0))
#define TEST_ASSERT_INT16_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(short), 1, message))
#define TEST_ASSERT_INT16_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%ld", long, short, (const char *)0)
#define TEST_ASSERT_INT16_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%ld", long, short, message)
#define TEST_ASSERT_INT32_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(int), 1, (const char *)0))
#define TEST_ASSERT_INT32_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(int), 1, message))
#define TEST_ASSERT_INT32_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%ld", long, int, (const char *)0)
#define TEST_ASSERT_INT32_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%ld", long, int, message)
#define TEST_ASSERT_INT64_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(long), 1, (const char *)0))
#define TEST_ASSERT_INT64_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(long), 1, message))
#define TEST_ASSERT_INT64_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%ld", long, long, (const char *)0)
#define TEST_ASSERT_INT64_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%ld", long, long, message)
#define TEST_ASSERT_UINT_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_UINT_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_UINT_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_UINT_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_UINT8_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned char), 0, (const char *)0))
#define TEST_ASSERT_UINT8_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned char), 0, message))
#define TEST_ASSERT_UINT8_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_UINT8_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned char, message)
#define TEST_ASSERT_UINT16_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned short), 0, (const char *)0))
#define TEST_ASSERT_UINT16_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned short), 0, message))
#define TEST_ASSERT_UINT16_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_UINT16_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned short, message)
#define TEST_ASSERT_UINT32_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_UINT32_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_UINT32_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_UINT32_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_UINT64_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned long), 0, (const char *)0))
#define TEST_ASSERT_UINT64_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned long), 0, message))
#define TEST_ASSERT_UINT64_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_UINT64_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_size_t_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned long), 0, (const char *)0))
#define TEST_ASSERT_size_t_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned long), 0, message))
#define TEST_ASSERT_size_t_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_size_t_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_HEX_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_HEX_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_HEX_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_HEX_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_HEX8_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned char), 0, (const char *)0))
#define TEST_ASSERT_HEX8_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned char), 0, message))
#define TEST_ASSERT_HEX8_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned char, (const char *)0)
#define TEST_ASSERT_HEX8_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned char, message)
#define TEST_ASSERT_HEX16_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned short), 0, (const char *)0))
#define TEST_ASSERT_HEX16_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned short), 0, message))
#define TEST_ASSERT_HEX16_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned short, (const char *)0)
#define TEST_ASSERT_HEX16_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned short, message)
#define TEST_ASSERT_HEX32_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned int), 0, (const char *)0))
#define TEST_ASSERT_HEX32_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned int), 0, message))
#define TEST_ASSERT_HEX32_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned int, (const char *)0)
#define TEST_ASSERT_HEX32_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned int, message)
#define TEST_ASSERT_HEX64_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned long), 0, (const char *)0))
#define TEST_ASSERT_HEX64_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(unsigned long), 0, message))
#define TEST_ASSERT_HEX64_NOT_WITHIN(delta, expected, actual) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned long, (const char *)0)
#define TEST_ASSERT_HEX64_NOT_WITHIN_MESSAGE(delta, expected, actual, message) __UNITY_FAR(delta, expected, actual, "%lu", unsigned long, unsigned long, message)
#define TEST_ASSERT_CHAR_ARRAY_WITHIN(delta, expected, actual, count) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(char), 1, (const char *)0))
#define TEST_ASSERT_CHAR_ARRAY_WITHIN_MESSAGE(delta, expected, actual, count, message) __UNITY_CHECK(__unity_array_within(delta, expected, actual, count, sizeof(char), 1, message))

#endif

/* µnit, as FaultLens reads it. Its tests stand in tables, with what makes their fixture. */

#ifndef MUNIT_H
#define MUNIT_H

#include "unity.h"
#include <stdlib.h>
#include <string.h>

typedef enum { MUNIT_OK, MUNIT_FAIL, MUNIT_SKIP, MUNIT_ERROR } MunitResult;
typedef struct { char *name; char **values; } MunitParameterEnum;
typedef struct { char *name; char *value; } MunitParameter;
typedef enum { MUNIT_TEST_OPTION_NONE = 0, MUNIT_TEST_OPTION_SINGLE_ITERATION = 1, MUNIT_TEST_OPTION_TODO = 2 } MunitTestOptions;
typedef enum { MUNIT_SUITE_OPTION_NONE = 0 } MunitSuiteOptions;
typedef MunitResult (*MunitTestFunc)(const MunitParameter params[], void *user_data_or_fixture);
typedef void *(*MunitTestSetup)(const MunitParameter params[], void *user_data);
typedef void (*MunitTestTearDown)(void *fixture);
typedef struct {
    char *name;
    MunitTestFunc test;
    MunitTestSetup setup;
    MunitTestTearDown tear_down;
    MunitTestOptions options;
    MunitParameterEnum *parameters;
} MunitTest;
typedef struct MunitSuite_ MunitSuite;
struct MunitSuite_ {
    char *prefix;
    MunitTest *tests;
    MunitSuite *suites;
    unsigned int iterations;
    MunitSuiteOptions options;
};
static void *__munit_fixture;
static void __munit_judge(MunitResult result) {
    if (result == MUNIT_SKIP)
        __unity_ignore((const char *)0);
    TEST_ASSERT_TRUE(result == MUNIT_OK || result == MUNIT_SKIP);
}

static const char *munit_parameters_get(const MunitParameter params[], const char *key) {
    __not_modelled("a parameter of a test of munit");
    return 0;
}

/* Any numbers will do. */
static void munit_rand_seed(uint32_t seed) { srand(seed); }
static uint32_t munit_rand_uint32(void) { return (uint32_t)rand() << 16 ^ (uint32_t)rand(); }
static int munit_rand_int_range(int least, int most) {
    if (least > most)
        return munit_rand_int_range(most, least);
    return (int)(least + (long)(munit_rand_uint32() % ((unsigned long)((long)most - least) + 1)));
}
static double munit_rand_double(void) { return munit_rand_uint32() / 4294967296.0; }
static void munit_rand_memory(size_t size, uint8_t *bytes) {
    while (size)
        bytes[--size] = (uint8_t)rand();
}

#define munit_malloc(size) calloc(1, size)
#define munit_calloc(count, size) calloc(count, size)
#define munit_new(type) ((type *)calloc(1, sizeof(type)))
#define munit_newa(type, count) ((type *)calloc(count, sizeof(type)))
#define MUNIT_SUITE_DEFAULT_OPTIONS MUNIT_SUITE_OPTION_NONE
#define munit_suite_main(suite, user_data, argc, argv) ((void)(suite), (void)(argc), (void)(argv), 0)
#define MUNIT_ARRAY_PARAM(size)
#define munit_suite_main_custom(suite, user_data, argc, argv, arguments) munit_suite_main(suite, user_data, argc, argv)
#define munit_log(level, message) ((void)0)
#define munit_logf(level, ...) ((void)0)

#define munit_error(message) TEST_FAIL_MESSAGE(message)
#define munit_errorf(...) __UNITY_FORMATTED(0, "The Test Says So", ##__VA_ARGS__)
#define munit_assert(c) TEST_ASSERT(c)
#define munit_assert_true(c) TEST_ASSERT_TRUE(c)
#define munit_assert_false(c) TEST_ASSERT_FALSE(c)
#define __MUNIT_COMPARE(type, as, a, op, b) \
    __UNITY_CHECK(({ type actual__ = (a), expected__ = (b); \
                     if (!(actual__ op expected__)) \
                         printf("FAIL: Expected %s" as " Was " as "\n", #op[0] == '=' ? "" : #op " ", expected__, actual__); \
                     actual__ op expected__; }))
#define munit_assert_int(a, op, b) __MUNIT_COMPARE(int, "%d", a, op, b)
#define munit_assert_uint(a, op, b) __MUNIT_COMPARE(unsigned int, "%u", a, op, b)
#define munit_assert_char(a, op, b) __MUNIT_COMPARE(char, "%d", a, op, b)
#define munit_assert_uchar(a, op, b) __MUNIT_COMPARE(unsigned char, "%u", a, op, b)
#define munit_assert_short(a, op, b) __MUNIT_COMPARE(short, "%d", a, op, b)
#define munit_assert_long(a, op, b) __MUNIT_COMPARE(long, "%ld", a, op, b)
#define munit_assert_ulong(a, op, b) __MUNIT_COMPARE(unsigned long, "%lu", a, op, b)
#define munit_assert_ushort(a, op, b) __MUNIT_COMPARE(unsigned short, "%u", a, op, b)
#define munit_assert_ullong(a, op, b) __MUNIT_COMPARE(unsigned long long, "%llu", a, op, b)
#define munit_assert_llong(a, op, b) __MUNIT_COMPARE(long long, "%lld", a, op, b)
#define munit_assert_size(a, op, b) __MUNIT_COMPARE(size_t, "%zu", a, op, b)
#define munit_assert_float(a, op, b) __MUNIT_COMPARE(float, "%g", a, op, b)
#define munit_assert_double(a, op, b) __MUNIT_COMPARE(double, "%g", a, op, b)
#define munit_assert_int8(a, op, b) __MUNIT_COMPARE(int8_t, "%d", a, op, b)
#define munit_assert_uint8(a, op, b) __MUNIT_COMPARE(uint8_t, "%u", a, op, b)
#define munit_assert_int16(a, op, b) __MUNIT_COMPARE(int16_t, "%d", a, op, b)
#define munit_assert_uint16(a, op, b) __MUNIT_COMPARE(uint16_t, "%u", a, op, b)
#define munit_assert_int32(a, op, b) __MUNIT_COMPARE(int32_t, "%d", a, op, b)
#define munit_assert_uint32(a, op, b) __MUNIT_COMPARE(uint32_t, "%u", a, op, b)
#define munit_assert_int64(a, op, b) __MUNIT_COMPARE(int64_t, "%ld", a, op, b)
#define munit_assert_uint64(a, op, b) __MUNIT_COMPARE(uint64_t, "%lu", a, op, b)
#define munit_assert_double_equal(a, b, digits) __UNITY_NEAR(pow(10, -(digits)), b, a, double, (const char *)0)
#define munit_assert_ptr(a, op, b) TEST_ASSERT_TRUE((const void *)(a) op (const void *)(b))
#define munit_assert_ptr_equal(a, b) TEST_ASSERT_EQUAL_PTR(b, a)
#define munit_assert_ptr_not_equal(a, b) TEST_ASSERT_TRUE((const void *)(a) != (const void *)(b))
#define munit_assert_null(p) TEST_ASSERT_NULL(p)
#define munit_assert_not_null(p) TEST_ASSERT_NOT_NULL(p)
#define munit_assert_ptr_null(p) TEST_ASSERT_NULL(p)
#define munit_assert_ptr_not_null(p) TEST_ASSERT_NOT_NULL(p)
#define munit_assert_string_equal(a, b) TEST_ASSERT_EQUAL_STRING(b, a)
#define munit_assert_string_not_equal(a, b) TEST_ASSERT_TRUE(strcmp(a, b) != 0)
#define munit_assert_memory_equal(size, a, b) TEST_ASSERT_EQUAL_MEMORY(b, a, size)
#define munit_assert_memory_not_equal(size, a, b) TEST_ASSERT_TRUE(memcmp(a, b, size) != 0)

#endif

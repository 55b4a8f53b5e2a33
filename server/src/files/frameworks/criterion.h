/* Criterion, as FaultLens reads it: each `Test` is a test by itself. */

#ifndef CRITERION_H_
#define CRITERION_H_

#include "unity.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct __criterion_test {
    const char *name;
    void (*test)(void);
    void (*init)(void);
    void (*fini)(void);
    int signal, exit_code, disabled;
    double timeout;
    const char *description;
};

struct __criterion_suite {
    const char *name;
    void (*init)(void);
    void (*fini)(void);
    int signal, exit_code, disabled;
    double timeout;
    const char *description;
    void *data;
};

#define Test(suite, id, ...) \
    static void __criterion_##suite##_##id(void); \
    static struct __criterion_test __criterion_entry_##suite##_##id = { \
        .name = #suite "/" #id, .test = __criterion_##suite##_##id, __VA_ARGS__ }; \
    static void __criterion_##suite##_##id(void)
#define TestSuite(suite, ...) \
    static struct __criterion_suite __criterion_suite_##suite = { .name = #suite, __VA_ARGS__ }

#define __CR_ACTUAL_EXPECTED(actual, op, expected) \
    __UNITY_CHECK(({ __typeof__((actual) + 0) actual__ = (actual); \
                     __typeof__((expected) + 0) expected__ = (expected); \
                     if (!(actual__ op expected__)) \
                         printf("FAIL: Expected %s%ld Was %ld\n", #op[0] == '=' ? "" : #op " ", (long)expected__, \
                                (long)actual__); \
                     actual__ op expected__; }))
#define cr_assert_fail(...) TEST_FAIL()
#define cr_fail(...) TEST_FAIL()
#define cr_skip(...) TEST_IGNORE()
#define cr_skip_test(...) TEST_IGNORE()
#define cr_log_info(...) ((void)0)
#define cr_assert(c, ...) TEST_ASSERT(c)
#define cr_assert_not(c, ...) TEST_ASSERT_FALSE(c)
#define cr_assert_eq(a, b, ...) __CR_ACTUAL_EXPECTED(a, ==, b)
#define cr_assert_neq(a, b, ...) __CR_ACTUAL_EXPECTED(a, !=, b)
#define cr_assert_lt(a, b, ...) __CR_ACTUAL_EXPECTED(a, <, b)
#define cr_assert_leq(a, b, ...) __CR_ACTUAL_EXPECTED(a, <=, b)
#define cr_assert_gt(a, b, ...) __CR_ACTUAL_EXPECTED(a, >, b)
#define cr_assert_geq(a, b, ...) __CR_ACTUAL_EXPECTED(a, >=, b)
#define cr_assert_null(p, ...) TEST_ASSERT_NULL(p)
#define cr_assert_not_null(p, ...) TEST_ASSERT_NOT_NULL(p)
#define cr_assert_str_eq(a, b, ...) TEST_ASSERT_EQUAL_STRING(b, a)
#define cr_assert_str_neq(a, b, ...) TEST_ASSERT_TRUE(strcmp(a, b) != 0)
#define cr_assert_str_empty(a, ...) TEST_ASSERT_EMPTY(a)
#define cr_assert_float_eq(a, b, epsilon, ...) __UNITY_NEAR(epsilon, b, a, double, (const char *)0)
#define cr_assert_float_neq(a, b, epsilon, ...) __UNITY_APART(epsilon, b, a, double, (const char *)0)
#define cr_assert_arr_eq(a, b, size, ...) TEST_ASSERT_EQUAL_MEMORY(b, a, size)
#define cr_expect cr_assert
#define cr_expect_not cr_assert_not
#define cr_expect_eq cr_assert_eq
#define cr_expect_neq cr_assert_neq
#define cr_expect_lt cr_assert_lt
#define cr_expect_leq cr_assert_leq
#define cr_expect_gt cr_assert_gt
#define cr_expect_geq cr_assert_geq
#define cr_expect_null cr_assert_null
#define cr_expect_not_null cr_assert_not_null
#define cr_expect_str_eq cr_assert_str_eq
#define cr_expect_str_neq cr_assert_str_neq
#define cr_expect_str_empty cr_assert_str_empty
#define cr_expect_float_eq cr_assert_float_eq
#define cr_expect_float_neq cr_assert_float_neq
#define cr_expect_arr_eq cr_assert_arr_eq
#define cr_expect_fail cr_assert_fail

/* The newer assertions: cr_assert(eq(int, a, b)). */
#define __cr_str 1
#define eq(type, a, b) (__CR_EQUAL_##type(a, b))
#define ne(type, a, b) (!__CR_EQUAL_##type(a, b))
#define lt(type, a, b) ((a) < (b))
#define le(type, a, b) ((a) <= (b))
#define gt(type, a, b) ((a) > (b))
#define ge(type, a, b) ((a) >= (b))
#define not(c) (!(c))
#define __CR_EQUAL_int(a, b) ((a) == (b))
#define __CR_EQUAL_long(a, b) ((a) == (b))
#define __CR_EQUAL_uint(a, b) ((a) == (b))
#define __CR_EQUAL_sz(a, b) ((a) == (b))
#define __CR_EQUAL_chr(a, b) ((a) == (b))
#define __CR_EQUAL_dbl(a, b) ((a) == (b))
#define __CR_EQUAL_flt(a, b) ((a) == (b))
#define __CR_EQUAL_ptr(a, b) ((a) == (b))
#define __CR_EQUAL_str(a, b) (strcmp(a, b) == 0)

#endif

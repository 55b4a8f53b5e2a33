/* greatest, as FaultLens reads it: each assertion is one of ours, and what was run is not counted. */

#ifndef GREATEST_H
#define GREATEST_H

#include "unity.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum greatest_test_res { GREATEST_TEST_RES_PASS = 0, GREATEST_TEST_RES_FAIL = -1, GREATEST_TEST_RES_SKIP = 1 };

#define GREATEST_TEST static enum greatest_test_res
#define GREATEST_SUITE(name) void name(void)
#define GREATEST_SUITE_EXTERN(name) void name(void)
#define GREATEST_MAIN_DEFS() extern int __greatest_nothing
#define GREATEST_MAIN_BEGIN() ((void)0)
#define GREATEST_MAIN_END() return 0
#define GREATEST_INIT() ((void)0)
#define GREATEST_PRINT_REPORT() ((void)0)
#define GREATEST_RUN_SUITE(name) name()
#define GREATEST_RUN_TEST(test) __faultlens_run_in(0, (__faultlens_function)(test), 0, 1)
#define GREATEST_RUN_TEST1(test, argument) __faultlens_run_with(0, (__faultlens_function)(test), argument)
#define GREATEST_RUN_TESTp(test, ...) __faultlens_run_with(0, (__faultlens_function)(test), __VA_ARGS__)
#define GREATEST_SET_SETUP_CB(callback, data) __faultlens_setup((__faultlens_function)(callback), (data))
#define GREATEST_SET_TEARDOWN_CB(callback, data) __faultlens_teardown((__faultlens_function)(callback), (data))
#define SHUFFLE_TESTS(seed, ...) __VA_ARGS__
#define SHUFFLE_SUITES(seed, ...) __VA_ARGS__

#define GREATEST_PASS() return GREATEST_TEST_RES_PASS
#define GREATEST_PASSm(message) return GREATEST_TEST_RES_PASS
#define GREATEST_SKIP() GREATEST_SKIPm((const char *)0)
#ifdef __FAULTLENS_INCLUDE_IGNORED
#define GREATEST_SKIPm(message) return GREATEST_TEST_RES_PASS
#else
#define GREATEST_SKIPm(message) do { __unity_ignore(message); return GREATEST_TEST_RES_SKIP; } while (0)
#endif
#define GREATEST_FAIL() GREATEST_FAILm((const char *)0)
#define GREATEST_FAILm(message) do { TEST_FAIL_MESSAGE(message); return GREATEST_TEST_RES_FAIL; } while (0)
#define GREATEST_CHECK_CALL(call) \
    do { enum greatest_test_res result__ = (call); if (result__ != GREATEST_TEST_RES_PASS) return result__; } while (0)
#define GREATEST_ASSERT(c) TEST_ASSERT(c)
#define GREATEST_ASSERTm(message, c) TEST_ASSERT_MESSAGE(c, message)
#define GREATEST_ASSERT_FALSE(c) TEST_ASSERT_FALSE(c)
#define GREATEST_ASSERT_FALSEm(message, c) TEST_ASSERT_FALSE_MESSAGE(c, message)
#define __GREATEST_COMPARE(message, expected, op, actual) \
    __UNITY_CHECK(({ __typeof__((expected) + 0) expected__ = (expected); \
                     __typeof__((actual) + 0) actual__ = (actual); \
                     if (!(expected__ op actual__)) \
                         printf("FAIL: Expected %ld Was %ld%s%s\n", (long)expected__, (long)actual__, \
                                __UNITY_MORE(message)); \
                     expected__ op actual__; }))
#define GREATEST_ASSERT_EQ(expected, actual) __GREATEST_COMPARE((const char *)0, expected, ==, actual)
#define GREATEST_ASSERT_EQm(message, expected, actual) __GREATEST_COMPARE(message, expected, ==, actual)
#define GREATEST_ASSERT_EQ_FMT(expected, actual, format) __GREATEST_COMPARE((const char *)0, expected, ==, actual)
#define GREATEST_ASSERT_EQ_FMTm(message, expected, actual, format) __GREATEST_COMPARE(message, expected, ==, actual)
#define GREATEST_ASSERT_ENUM_EQ(expected, actual, names) __GREATEST_COMPARE((const char *)0, expected, ==, actual)
#define GREATEST_ASSERT_NEQ(a, b) TEST_ASSERT_TRUE((a) != (b))
#define GREATEST_ASSERT_NEQm(message, a, b) TEST_ASSERT_TRUE_MESSAGE((a) != (b), message)
#define GREATEST_ASSERT_GT(a, b) TEST_ASSERT_TRUE((a) > (b))
#define GREATEST_ASSERT_GTE(a, b) TEST_ASSERT_TRUE((a) >= (b))
#define GREATEST_ASSERT_LT(a, b) TEST_ASSERT_TRUE((a) < (b))
#define GREATEST_ASSERT_LTE(a, b) TEST_ASSERT_TRUE((a) <= (b))
#define GREATEST_ASSERT_IN_RANGE(expected, actual, most) __UNITY_NEAR(most, expected, actual, double, (const char *)0)
#define GREATEST_ASSERT_STR_EQ(expected, actual) TEST_ASSERT_EQUAL_STRING(expected, actual)
#define GREATEST_ASSERT_STR_EQm(message, expected, actual) TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, actual, message)
#define GREATEST_ASSERT_STRN_EQ(expected, actual, size) TEST_ASSERT_EQUAL_STRING_LEN(expected, actual, size)
#define GREATEST_ASSERT_MEM_EQ(expected, actual, size) TEST_ASSERT_EQUAL_MEMORY(expected, actual, size)
#define GREATEST_ASSERT_GTm(message, a, b) TEST_ASSERT_TRUE_MESSAGE((a) > (b), message)
#define GREATEST_ASSERT_GTEm(message, a, b) TEST_ASSERT_TRUE_MESSAGE((a) >= (b), message)
#define GREATEST_ASSERT_LTm(message, a, b) TEST_ASSERT_TRUE_MESSAGE((a) < (b), message)
#define GREATEST_ASSERT_LTEm(message, a, b) TEST_ASSERT_TRUE_MESSAGE((a) <= (b), message)
#define GREATEST_ASSERT_STRN_EQm(message, expected, actual, size) \
    TEST_ASSERT_EQUAL_STRING_LEN_MESSAGE(expected, actual, size, message)
#define GREATEST_ASSERT_MEM_EQm(message, expected, actual, size) \
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected, actual, size, message)
#define GREATEST_ASSERT_IN_RANGEm(message, expected, actual, most) __UNITY_NEAR(most, expected, actual, double, message)
#define GREATEST_ASSERT_ENUM_EQm(message, expected, actual, names) __GREATEST_COMPARE(message, expected, ==, actual)

#ifndef GREATEST_USE_ABBREVS
#define GREATEST_USE_ABBREVS 1
#endif
#if GREATEST_USE_ABBREVS
#undef TEST
#define TEST GREATEST_TEST
#define SUITE GREATEST_SUITE
#define SUITE_EXTERN GREATEST_SUITE_EXTERN
#undef RUN_TEST
#define RUN_TEST GREATEST_RUN_TEST
#define RUN_TEST1 GREATEST_RUN_TEST1
#define RUN_TESTp GREATEST_RUN_TESTp
#define RUN_SUITE GREATEST_RUN_SUITE
#define ASSERT GREATEST_ASSERT
#define ASSERTm GREATEST_ASSERTm
#define ASSERT_FALSE GREATEST_ASSERT_FALSE
#define ASSERT_FALSEm GREATEST_ASSERT_FALSEm
#define ASSERT_EQ GREATEST_ASSERT_EQ
#define ASSERT_EQm GREATEST_ASSERT_EQm
#define ASSERT_EQ_FMT GREATEST_ASSERT_EQ_FMT
#define ASSERT_EQ_FMTm GREATEST_ASSERT_EQ_FMTm
#define ASSERT_ENUM_EQ GREATEST_ASSERT_ENUM_EQ
#define ASSERT_NEQ GREATEST_ASSERT_NEQ
#define ASSERT_NEQm GREATEST_ASSERT_NEQm
#define ASSERT_GT GREATEST_ASSERT_GT
#define ASSERT_GTE GREATEST_ASSERT_GTE
#define ASSERT_LT GREATEST_ASSERT_LT
#define ASSERT_LTE GREATEST_ASSERT_LTE
#define ASSERT_IN_RANGE GREATEST_ASSERT_IN_RANGE
#define ASSERT_STR_EQ GREATEST_ASSERT_STR_EQ
#define ASSERT_STR_EQm GREATEST_ASSERT_STR_EQm
#define ASSERT_STRN_EQ GREATEST_ASSERT_STRN_EQ
#define ASSERT_MEM_EQ GREATEST_ASSERT_MEM_EQ
#define ASSERT_GTm GREATEST_ASSERT_GTm
#define ASSERT_GTEm GREATEST_ASSERT_GTEm
#define ASSERT_LTm GREATEST_ASSERT_LTm
#define ASSERT_LTEm GREATEST_ASSERT_LTEm
#define ASSERT_STRN_EQm GREATEST_ASSERT_STRN_EQm
#define ASSERT_MEM_EQm GREATEST_ASSERT_MEM_EQm
#define ASSERT_IN_RANGEm GREATEST_ASSERT_IN_RANGEm
#define ASSERT_ENUM_EQm GREATEST_ASSERT_ENUM_EQm
#define PASS GREATEST_PASS
#define PASSm GREATEST_PASSm
#define FAIL GREATEST_FAIL
#define FAILm GREATEST_FAILm
#define SKIP GREATEST_SKIP
#define SKIPm GREATEST_SKIPm
#define CHECK_CALL GREATEST_CHECK_CALL
#define SET_SETUP GREATEST_SET_SETUP_CB
#define SET_TEARDOWN GREATEST_SET_TEARDOWN_CB
#endif

#endif

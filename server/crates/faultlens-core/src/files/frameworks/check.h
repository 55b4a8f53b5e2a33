/* Check (libcheck), as FaultLens reads it: each assertion is one of ours, and suites are not kept. */

#ifndef CHECK_H
#define CHECK_H

#include "unity.h"

typedef struct Suite Suite;
typedef struct TCase TCase;
typedef struct SRunner SRunner;
typedef void (*SFun)(void);
enum print_output { CK_SILENT, CK_MINIMAL, CK_NORMAL, CK_VERBOSE, CK_ENV, CK_LAST };
enum fork_status { CK_FORK_GETENV, CK_FORK, CK_NOFORK };

#define START_TEST(name) static void name(int _i) {
#define END_TEST }

#define suite_create(name) ((void)(name), (Suite *)0)
#define tcase_create(name) ((TCase *)__faultlens_group(0))
#define srunner_create(suite) ((void)(suite), (SRunner *)0)
#define suite_add_tcase(suite, tcase) ((void)(suite), (void)(tcase))
#define srunner_add_suite(runner, suite) ((void)(runner), (void)(suite))
#define srunner_run_all(runner, mode) ((void)(runner), (void)(mode))
#define srunner_run(runner, suite, tcase, mode) ((void)(runner), (void)(mode))
#define srunner_run_tagged(runner, suite, tcase, include, exclude, mode) ((void)(runner), (void)(mode))
#define srunner_print(runner, mode) ((void)(runner), (void)(mode))
#define srunner_fork_status(runner) CK_FORK
#define srunner_ntests_failed(runner) ((void)(runner), 0)
#define srunner_ntests_run(runner) ((void)(runner), 0)
#define srunner_free(runner) ((void)(runner))
#define srunner_set_fork_status(runner, status) ((void)(runner), (void)(status))
#define srunner_set_log(runner, file) ((void)(runner))
#define srunner_set_xml(runner, file) ((void)(runner))
#define srunner_set_tap(runner, file) ((void)(runner))
#define tcase_set_tags(tcase, tags) ((void)(tcase))
#define tcase_set_timeout(tcase, seconds) ((void)(tcase))
#define tcase_add_checked_fixture(tcase, setup, teardown) __faultlens_fixture(tcase, setup, teardown)
#define tcase_add_unchecked_fixture(tcase, setup, teardown) __faultlens_fixture(tcase, setup, teardown)
#define tcase_add_test(tcase, test) __faultlens_run_in(tcase, (__faultlens_function)(test), 0, 1)
#define tcase_add_loop_test(tcase, test, start, end) __faultlens_run_in(tcase, (__faultlens_function)(test), start, end)
#define tcase_add_test_raise_signal(tcase, test, signal) \
    __faultlens_run_open(tcase, (__faultlens_function)(test), "a signal that ends a test as it should")
#define tcase_add_exit_test(tcase, test, status) \
    __faultlens_run_open(tcase, (__faultlens_function)(test), "an exit status that ends a test as it should")
#define tcase_add_loop_test_raise_signal(tcase, test, signal, start, end) \
    tcase_add_test_raise_signal(tcase, test, signal)
#define tcase_add_loop_exit_test(tcase, test, status, start, end) tcase_add_exit_test(tcase, test, status)

#define fail(...) __UNITY_FORMATTED(0, "The Test Says So", ##__VA_ARGS__)
#define fail_if(condition, ...) __UNITY_FORMATTED(!(condition), "Expected FALSE Was TRUE", ##__VA_ARGS__)
#define fail_unless(condition, ...) __UNITY_FORMATTED(condition, "Expected TRUE Was FALSE", ##__VA_ARGS__)
#define ck_abort() TEST_FAIL()
#define ck_abort_msg(...) __UNITY_FORMATTED(0, "The Test Says So", ##__VA_ARGS__)
#define ck_assert(condition) TEST_ASSERT(condition)
#define ck_assert_msg(condition, ...) __UNITY_FORMATTED(condition, "Expression Evaluated To FALSE", ##__VA_ARGS__)
#define __CK_COMPARE(a, op, b, as, type) __UNITY_COMPARE(b, op, a, "", as, type, type, (const char *)0)
#define __CK_ORDER(a, op, b, as, type) \
    __UNITY_COMPARE(b, op, a, #op " ", as, type, type, (const char *)0)
#define ck_assert_int_eq(a, b) __CK_COMPARE(a, ==, b, "%jd", intmax_t)
#define ck_assert_int_ne(a, b) __CK_ORDER(a, !=, b, "%jd", intmax_t)
#define ck_assert_int_lt(a, b) __CK_ORDER(a, <, b, "%jd", intmax_t)
#define ck_assert_int_le(a, b) __CK_ORDER(a, <=, b, "%jd", intmax_t)
#define ck_assert_int_gt(a, b) __CK_ORDER(a, >, b, "%jd", intmax_t)
#define ck_assert_int_ge(a, b) __CK_ORDER(a, >=, b, "%jd", intmax_t)
#define ck_assert_uint_eq(a, b) __CK_COMPARE(a, ==, b, "%ju", uintmax_t)
#define ck_assert_uint_ne(a, b) __CK_ORDER(a, !=, b, "%ju", uintmax_t)
#define ck_assert_uint_lt(a, b) __CK_ORDER(a, <, b, "%ju", uintmax_t)
#define ck_assert_uint_le(a, b) __CK_ORDER(a, <=, b, "%ju", uintmax_t)
#define ck_assert_uint_gt(a, b) __CK_ORDER(a, >, b, "%ju", uintmax_t)
#define ck_assert_uint_ge(a, b) __CK_ORDER(a, >=, b, "%ju", uintmax_t)
#define __CK_REAL(a, op, b, words, type) \
    __UNITY_COMPARE(b, op, a, words, "%g", double, type, (const char *)0)
#define ck_assert_float_eq(a, b) __CK_REAL(a, ==, b, "", float)
#define ck_assert_float_ne(a, b) __CK_REAL(a, !=, b, "!= ", float)
#define ck_assert_float_lt(a, b) __CK_REAL(a, <, b, "< ", float)
#define ck_assert_float_le(a, b) __CK_REAL(a, <=, b, "<= ", float)
#define ck_assert_float_gt(a, b) __CK_REAL(a, >, b, "> ", float)
#define ck_assert_float_ge(a, b) __CK_REAL(a, >=, b, ">= ", float)
#define ck_assert_float_eq_tol(a, b, tolerance) __UNITY_NEAR(tolerance, b, a, float, (const char *)0)
#define ck_assert_float_ne_tol(a, b, tolerance) __UNITY_APART(tolerance, b, a, float, (const char *)0)
#define ck_assert_float_ge_tol(a, b, tolerance) __CK_REAL((a) + (tolerance), >=, b, ">= ", float)
#define ck_assert_float_le_tol(a, b, tolerance) __CK_REAL((a) - (tolerance), <=, b, "<= ", float)
#define ck_assert_float_finite(a) TEST_ASSERT_DOUBLE_IS_DETERMINATE(a)
#define ck_assert_float_infinite(a) __UNITY_THAT(({ double value__ = (a); value__ == value__ && value__ - value__ != 0; }), "Expected Infinity", (const char *)0)
#define ck_assert_float_nan(a) TEST_ASSERT_DOUBLE_IS_NAN(a)
#define ck_assert_float_nonnan(a) TEST_ASSERT_DOUBLE_IS_NOT_NAN(a)
#define ck_assert_double_eq(a, b) __CK_REAL(a, ==, b, "", double)
#define ck_assert_double_ne(a, b) __CK_REAL(a, !=, b, "!= ", double)
#define ck_assert_double_lt(a, b) __CK_REAL(a, <, b, "< ", double)
#define ck_assert_double_le(a, b) __CK_REAL(a, <=, b, "<= ", double)
#define ck_assert_double_gt(a, b) __CK_REAL(a, >, b, "> ", double)
#define ck_assert_double_ge(a, b) __CK_REAL(a, >=, b, ">= ", double)
#define ck_assert_double_eq_tol(a, b, tolerance) __UNITY_NEAR(tolerance, b, a, double, (const char *)0)
#define ck_assert_double_ne_tol(a, b, tolerance) __UNITY_APART(tolerance, b, a, double, (const char *)0)
#define ck_assert_double_ge_tol(a, b, tolerance) __CK_REAL((a) + (tolerance), >=, b, ">= ", double)
#define ck_assert_double_le_tol(a, b, tolerance) __CK_REAL((a) - (tolerance), <=, b, "<= ", double)
#define ck_assert_double_finite(a) TEST_ASSERT_DOUBLE_IS_DETERMINATE(a)
#define ck_assert_double_infinite(a) __UNITY_THAT(({ double value__ = (a); value__ == value__ && value__ - value__ != 0; }), "Expected Infinity", (const char *)0)
#define ck_assert_double_nan(a) TEST_ASSERT_DOUBLE_IS_NAN(a)
#define ck_assert_double_nonnan(a) TEST_ASSERT_DOUBLE_IS_NOT_NAN(a)
#define ck_assert_ldouble_eq(a, b) __CK_REAL(a, ==, b, "", long double)
#define ck_assert_ldouble_ne(a, b) __CK_REAL(a, !=, b, "!= ", long double)
#define ck_assert_ldouble_lt(a, b) __CK_REAL(a, <, b, "< ", long double)
#define ck_assert_ldouble_le(a, b) __CK_REAL(a, <=, b, "<= ", long double)
#define ck_assert_ldouble_gt(a, b) __CK_REAL(a, >, b, "> ", long double)
#define ck_assert_ldouble_ge(a, b) __CK_REAL(a, >=, b, ">= ", long double)
#define ck_assert_ldouble_eq_tol(a, b, tolerance) __UNITY_NEAR(tolerance, b, a, long double, (const char *)0)
#define ck_assert_ldouble_ne_tol(a, b, tolerance) __UNITY_APART(tolerance, b, a, long double, (const char *)0)
#define ck_assert_ldouble_ge_tol(a, b, tolerance) __CK_REAL((a) + (tolerance), >=, b, ">= ", long double)
#define ck_assert_ldouble_le_tol(a, b, tolerance) __CK_REAL((a) - (tolerance), <=, b, "<= ", long double)
#define ck_assert_ldouble_finite(a) TEST_ASSERT_DOUBLE_IS_DETERMINATE(a)
#define ck_assert_ldouble_infinite(a) __UNITY_THAT(({ double value__ = (a); value__ == value__ && value__ - value__ != 0; }), "Expected Infinity", (const char *)0)
#define ck_assert_ldouble_nan(a) TEST_ASSERT_DOUBLE_IS_NAN(a)
#define ck_assert_ldouble_nonnan(a) TEST_ASSERT_DOUBLE_IS_NOT_NAN(a)
#define ck_assert_str_eq(a, b) TEST_ASSERT_EQUAL_STRING(b, a)
#define __CK_TEXTS(holds, a, b, words) \
    __UNITY_CHECK(({ const char *a__ = (a), *b__ = (b); \
                     _Bool holds__ = (holds); \
                     if (!holds__) { \
                         printf("FAIL: Expected " words); \
                         __unity_text(b__); \
                         printf(" Was "); \
                         __unity_text(a__); \
                         __unity_said((const char *)0); \
                     } \
                     holds__; }))
#define ck_assert_str_ne(a, b) __CK_TEXTS(strcmp(a__, b__) != 0, a, b, "!= ")
#define ck_assert_pstr_eq(a, b) TEST_ASSERT_EQUAL_STRING(b, a)
#define ck_assert_pstr_ne(a, b) \
    __CK_TEXTS(a__ != b__ && (!a__ || !b__ || strcmp(a__, b__) != 0), a, b, "!= ")
#define ck_assert_ptr_eq(a, b) TEST_ASSERT_EQUAL_PTR(b, a)
#define ck_assert_ptr_ne(a, b) TEST_ASSERT_TRUE((a) != (b))
#define ck_assert_ptr_null(a) TEST_ASSERT_NULL(a)
#define ck_assert_ptr_nonnull(a) TEST_ASSERT_NOT_NULL(a)
#define ck_assert_mem_eq(a, b, length) TEST_ASSERT_EQUAL_MEMORY(b, a, length)
#define ck_assert_str_lt(a, b) __CK_TEXTS(strcmp(a__, b__) < 0, a, b, "< ")
#define ck_assert_str_le(a, b) __CK_TEXTS(strcmp(a__, b__) <= 0, a, b, "<= ")
#define ck_assert_str_gt(a, b) __CK_TEXTS(strcmp(a__, b__) > 0, a, b, "> ")
#define ck_assert_str_ge(a, b) __CK_TEXTS(strcmp(a__, b__) >= 0, a, b, ">= ")
#define ck_assert_mem_ne(a, b, length) TEST_ASSERT_TRUE(memcmp(a, b, length) != 0)
#define ck_assert_mem_lt(a, b, length) TEST_ASSERT_TRUE(memcmp(a, b, length) < 0)
#define ck_assert_mem_le(a, b, length) TEST_ASSERT_TRUE(memcmp(a, b, length) <= 0)
#define ck_assert_mem_gt(a, b, length) TEST_ASSERT_TRUE(memcmp(a, b, length) > 0)
#define ck_assert_mem_ge(a, b, length) TEST_ASSERT_TRUE(memcmp(a, b, length) >= 0)

#endif

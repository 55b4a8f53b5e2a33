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
#define srunner_ntests_failed(runner) ((void)(runner), 0)
#define srunner_ntests_run(runner) ((void)(runner), 0)
#define srunner_free(runner) ((void)(runner))
#define srunner_set_fork_status(runner, status) ((void)(runner), (void)(status))
#define srunner_set_log(runner, file) ((void)(runner))
#define srunner_set_xml(runner, file) ((void)(runner))
#define srunner_set_tap(runner, file) ((void)(runner))
#define tcase_set_timeout(tcase, seconds) ((void)(tcase))
#define tcase_add_checked_fixture(tcase, setup, teardown) __faultlens_fixture(tcase, setup, teardown)
#define tcase_add_unchecked_fixture(tcase, setup, teardown) __faultlens_fixture(tcase, setup, teardown)
#define tcase_add_test(tcase, test) __faultlens_run_in(tcase, (__faultlens_function)(test), 0, 1)
#define tcase_add_loop_test(tcase, test, start, end) __faultlens_run_in(tcase, (__faultlens_function)(test), start, end)

#define fail(...) TEST_FAIL()
#define fail_if(condition, ...) TEST_ASSERT_FALSE(condition)
#define fail_unless(condition, ...) TEST_ASSERT_TRUE(condition)
#define ck_abort() TEST_FAIL()
#define ck_abort_msg(...) TEST_FAIL()
#define ck_assert(condition) TEST_ASSERT(condition)
#define ck_assert_msg(condition, ...) TEST_ASSERT(condition)
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
#define ck_assert_double_eq(a, b) __CK_COMPARE(a, ==, b, "%g", double)
#define ck_assert_double_ne(a, b) __CK_ORDER(a, !=, b, "%g", double)
#define ck_assert_double_lt(a, b) __CK_ORDER(a, <, b, "%g", double)
#define ck_assert_double_le(a, b) __CK_ORDER(a, <=, b, "%g", double)
#define ck_assert_double_gt(a, b) __CK_ORDER(a, >, b, "%g", double)
#define ck_assert_double_ge(a, b) __CK_ORDER(a, >=, b, "%g", double)
#define ck_assert_double_eq_tol(a, b, tolerance) __UNITY_NEAR(tolerance, b, a, double, (const char *)0)
#define ck_assert_float_eq(a, b) __CK_COMPARE(a, ==, b, "%g", double)
#define ck_assert_float_eq_tol(a, b, tolerance) __UNITY_NEAR(tolerance, b, a, float, (const char *)0)
#define ck_assert_str_eq(a, b) TEST_ASSERT_EQUAL_STRING(b, a)
#define ck_assert_str_ne(a, b) TEST_ASSERT_TRUE(strcmp(a, b) != 0)
#define ck_assert_pstr_eq(a, b) TEST_ASSERT_EQUAL_STRING(b, a)
#define ck_assert_ptr_eq(a, b) TEST_ASSERT_EQUAL_PTR(b, a)
#define ck_assert_ptr_ne(a, b) TEST_ASSERT_TRUE((a) != (b))
#define ck_assert_ptr_null(a) TEST_ASSERT_NULL(a)
#define ck_assert_ptr_nonnull(a) TEST_ASSERT_NOT_NULL(a)
#define ck_assert_mem_eq(a, b, length) TEST_ASSERT_EQUAL_MEMORY(b, a, length)

#endif

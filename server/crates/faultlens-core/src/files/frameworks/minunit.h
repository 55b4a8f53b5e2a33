/* minunit, as FaultLens reads it: each assertion is one of ours, and what was run is not counted. */

#ifndef MINUNIT_MINUNIT_H
#define MINUNIT_MINUNIT_H

#include "unity.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MU_TEST(name) static void name(void)
#define MU_TEST_SUITE(name) static void name(void)
#define MU_RUN_SUITE(suite) suite()
#define MU_SUITE_CONFIGURE(setup, teardown) __faultlens_fixture(0, setup, teardown)
#define MU_RUN_TEST(test) __faultlens_run_in(0, (test), 0, 1)
#define MU_REPORT() ((void)0)
#define MU_EXIT_CODE 0
#define minunit_fail 0
#define minunit_run 0
#define minunit_assert 0

#define mu_fail(message) TEST_FAIL_MESSAGE(message)
#define mu_check(c) TEST_ASSERT(c)
#define mu_assert(c, message) TEST_ASSERT_MESSAGE(c, message)
#define mu_assert_int_eq(expected, actual) TEST_ASSERT_EQUAL_INT(expected, actual)
#define mu_assert_double_eq(expected, actual) __UNITY_NEAR(1E-12, expected, actual, double, (const char *)0)
#define mu_assert_string_eq(expected, actual) TEST_ASSERT_EQUAL_STRING(expected, actual)

#endif

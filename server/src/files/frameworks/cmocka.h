/* cmocka, as FaultLens reads it. Its tests stand in tables; what sets them up gets the address of their state. */

#ifndef CMOCKA_H_
#define CMOCKA_H_

#include "unity.h"

typedef void (*CMUnitTestFunction)(void **state);
typedef int (*CMFixtureFunction)(void **state);
struct CMUnitTest {
    const char *name;
    CMUnitTestFunction test_func;
    CMFixtureFunction setup_func;
    CMFixtureFunction teardown_func;
    void *initial_state;
};
static void *__cmocka_state, *__cmocka_group_state;

#define cmocka_unit_test(f) { #f, f, 0, 0, 0 }
#define cmocka_unit_test_setup(f, setup) { #f, f, setup, 0, 0 }
#define cmocka_unit_test_teardown(f, teardown) { #f, f, 0, teardown, 0 }
#define cmocka_unit_test_setup_teardown(f, setup, teardown) { #f, f, setup, teardown, 0 }
#define cmocka_unit_test_prestate(f, state) { #f, f, 0, 0, state }
#define cmocka_unit_test_prestate_setup_teardown(f, setup, teardown, state) { #f, f, setup, teardown, state }
#define cmocka_run_group_tests(tests, setup, teardown) \
    (__faultlens_of_table((tests), (__faultlens_function)(setup), (__faultlens_function)(teardown)), 0)
#define cmocka_run_group_tests_name(name, tests, setup, teardown) cmocka_run_group_tests(tests, setup, teardown)
#define cmocka_set_message_output(output) ((void)0)

#define fail() TEST_FAIL()
#define fail_msg(...) TEST_FAIL()
#define skip() TEST_IGNORE()
#define print_message(...) ((void)0)
#define assert_true(c) TEST_ASSERT_TRUE(c)
#define assert_false(c) TEST_ASSERT_FALSE(c)
#define assert_null(c) TEST_ASSERT_NULL(c)
#define assert_non_null(c) TEST_ASSERT_NOT_NULL(c)
#define assert_ptr_equal(a, b) TEST_ASSERT_EQUAL_PTR(b, a)
#define assert_ptr_not_equal(a, b) TEST_ASSERT_TRUE((const void *)(a) != (const void *)(b))
#define assert_int_equal(a, b) __UNITY_COMPARE(b, ==, a, "", "%ld", long, long, (const char *)0)
#define assert_int_not_equal(a, b) __UNITY_COMPARE(b, !=, a, "Not Equal To ", "%ld", long, long, (const char *)0)
#define assert_uint_equal(a, b) __UNITY_COMPARE(b, ==, a, "", "%lu", unsigned long, unsigned long, (const char *)0)
#define assert_float_equal(a, b, epsilon) __UNITY_NEAR(epsilon, b, a, float, (const char *)0)
#define assert_double_equal(a, b, epsilon) __UNITY_NEAR(epsilon, b, a, double, (const char *)0)
#define assert_string_equal(a, b) TEST_ASSERT_EQUAL_STRING(b, a)
#define assert_string_not_equal(a, b) TEST_ASSERT_TRUE(strcmp(a, b) != 0)
#define assert_memory_equal(a, b, size) TEST_ASSERT_EQUAL_MEMORY(b, a, size)
#define assert_memory_not_equal(a, b, size) TEST_ASSERT_TRUE(memcmp(a, b, size) != 0)
#define assert_in_range(value, least, most) \
    TEST_ASSERT_TRUE((unsigned long)(value) >= (unsigned long)(least) && (unsigned long)(value) <= (unsigned long)(most))
#define assert_not_in_range(value, least, most) \
    TEST_ASSERT_TRUE((unsigned long)(value) < (unsigned long)(least) || (unsigned long)(value) > (unsigned long)(most))
#define assert_return_code(code, error) TEST_ASSERT_TRUE((code) >= 0)
#define mock_assert(c, ...) TEST_ASSERT_TRUE(c)
#define test_malloc(size) malloc(size)
#define test_calloc(count, size) calloc(count, size)
#define test_free(pointer) free(pointer)

#endif

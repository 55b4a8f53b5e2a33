/* cmocka, as FaultLens reads it. Its tests stand in tables; what sets them up gets the address of their state. */

#ifndef CMOCKA_H_
#define CMOCKA_H_

#include "unity.h"
#include <stdlib.h>
#include <string.h>

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
/* The older names. */
#define UnitTest struct CMUnitTest
#define unit_test(f) { #f, f, 0, 0, 0 }
#define unit_test_setup_teardown(f, setup, teardown) \
    { #f, f, (CMFixtureFunction)(setup), (CMFixtureFunction)(teardown), 0 }
#define run_tests(tests) ((void)(tests), 0)
#define cmocka_run_group_tests(tests, setup, teardown) \
    (__faultlens_of_table((tests), (__faultlens_function)(setup), (__faultlens_function)(teardown)), 0)
#define cmocka_run_group_tests_name(name, tests, setup, teardown) cmocka_run_group_tests(tests, setup, teardown)
enum cm_message_output { CM_OUTPUT_STDOUT, CM_OUTPUT_SUBUNIT, CM_OUTPUT_TAP, CM_OUTPUT_XML };
#define cmocka_set_test_filter(pattern) ((void)0)
#define cmocka_set_skip_filter(pattern) ((void)0)
#define cmocka_set_message_output(output) ((void)0)

#define fail() TEST_FAIL()
#define fail_msg(...) __UNITY_FORMATTED(0, "The Test Says So", ##__VA_ARGS__)
#define skip() TEST_IGNORE()
#define print_message(...) ((void)0)
#define print_error(...) ((void)0)
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
#define assert_uint_not_equal(a, b) \
    __UNITY_COMPARE(b, !=, a, "Not Equal To ", "%lu", unsigned long, unsigned long, (const char *)0)
#define assert_float_not_equal(a, b, epsilon) __UNITY_APART(epsilon, b, a, float, (const char *)0)
#define assert_double_not_equal(a, b, epsilon) __UNITY_APART(epsilon, b, a, double, (const char *)0)
#define assert_string_equal(a, b) TEST_ASSERT_EQUAL_STRING(b, a)
#define assert_string_not_equal(a, b) TEST_ASSERT_TRUE(strcmp(a, b) != 0)
#define assert_memory_equal(a, b, size) TEST_ASSERT_EQUAL_MEMORY(b, a, size)
#define assert_memory_not_equal(a, b, size) TEST_ASSERT_TRUE(memcmp(a, b, size) != 0)
#define assert_in_range(value, least, most) \
    TEST_ASSERT_TRUE((unsigned long)(value) >= (unsigned long)(least) && (unsigned long)(value) <= (unsigned long)(most))
#define assert_not_in_range(value, least, most) \
    TEST_ASSERT_TRUE((unsigned long)(value) < (unsigned long)(least) || (unsigned long)(value) > (unsigned long)(most))
#define assert_uint_in_range(value, least, most) assert_in_range(value, least, most)
#define assert_int_in_range(value, least, most) \
    TEST_ASSERT_TRUE((long)(value) >= (long)(least) && (long)(value) <= (long)(most))
#define __CMOCKA_IN_SET(value, values, count) \
    ({ unsigned long value__ = (unsigned long)(value), at__ = 0, count__ = (count); \
       while (at__ < count__ && (unsigned long)(values)[at__] != value__) \
           at__++; \
       at__ < count__; })
#define assert_in_set(value, values, count) TEST_ASSERT_TRUE(__CMOCKA_IN_SET(value, values, count))
#define assert_not_in_set(value, values, count) TEST_ASSERT_FALSE(__CMOCKA_IN_SET(value, values, count))
#define assert_return_code(code, error) TEST_ASSERT_TRUE((code) >= 0)
#define mock_assert(c, ...) TEST_ASSERT_TRUE(c)
#define test_malloc(size) malloc(size)
#define test_calloc(count, size) calloc(count, size)
#define test_realloc(pointer, size) realloc(pointer, size)
#define test_free(pointer) free(pointer)

/* Mocks say so where they are used. */
#define __CMOCKA_MOCK() __not_modelled("a mock of cmocka")
#define will_return(f, value) __CMOCKA_MOCK()
#define will_return_count(f, value, count) __CMOCKA_MOCK()
#define will_return_always(f, value) __CMOCKA_MOCK()
#define will_return_maybe(f, value) __CMOCKA_MOCK()
#define will_return_ptr(f, value) __CMOCKA_MOCK()
#define will_return_int(f, value) __CMOCKA_MOCK()
#define will_return_uint(f, value) __CMOCKA_MOCK()
#define will_return_ptr_type(f, value, type) __CMOCKA_MOCK()
#define check_expected(parameter) __CMOCKA_MOCK()
#define check_expected_ptr(parameter) __CMOCKA_MOCK()
#define check_expected_int(parameter) __CMOCKA_MOCK()
#define check_expected_uint(parameter) __CMOCKA_MOCK()
#define function_called() __CMOCKA_MOCK()
#define expect_function_call(f) __CMOCKA_MOCK()
#define expect_function_calls(f, count) __CMOCKA_MOCK()
#define expect_function_call_any(f) __CMOCKA_MOCK()
#define ignore_function_calls(f) __CMOCKA_MOCK()
#define expect_any(f, parameter) __CMOCKA_MOCK()
#define expect_any_always(f, parameter) __CMOCKA_MOCK()
#define expect_any_count(f, parameter, count) __CMOCKA_MOCK()
#define expect_check(f, parameter, ...) __CMOCKA_MOCK()
#define expect_value(f, parameter, ...) __CMOCKA_MOCK()
#define expect_value_count(f, parameter, ...) __CMOCKA_MOCK()
#define expect_not_value(f, parameter, ...) __CMOCKA_MOCK()
#define expect_not_value_count(f, parameter, ...) __CMOCKA_MOCK()
#define expect_string(f, parameter, ...) __CMOCKA_MOCK()
#define expect_string_count(f, parameter, ...) __CMOCKA_MOCK()
#define expect_not_string(f, parameter, ...) __CMOCKA_MOCK()
#define expect_memory(f, parameter, ...) __CMOCKA_MOCK()
#define expect_memory_count(f, parameter, ...) __CMOCKA_MOCK()
#define expect_not_memory(f, parameter, ...) __CMOCKA_MOCK()
#define expect_in_range(f, parameter, ...) __CMOCKA_MOCK()
#define expect_in_range_count(f, parameter, ...) __CMOCKA_MOCK()
#define expect_not_in_range(f, parameter, ...) __CMOCKA_MOCK()
#define expect_in_set(f, parameter, ...) __CMOCKA_MOCK()
#define expect_in_set_count(f, parameter, ...) __CMOCKA_MOCK()
#define expect_not_in_set(f, parameter, ...) __CMOCKA_MOCK()
#define expect_int_value(f, parameter, ...) __CMOCKA_MOCK()
#define expect_uint_value(f, parameter, ...) __CMOCKA_MOCK()
#define mock() (__CMOCKA_MOCK(), (uintmax_t)0)
#define mock_type(type) (__CMOCKA_MOCK(), (type)0)
#define mock_ptr_type(type) (__CMOCKA_MOCK(), (type)0)
#define mock_int() (__CMOCKA_MOCK(), 0)
#define mock_uint() (__CMOCKA_MOCK(), 0u)
#define expect_assert_failure(call) __not_modelled("an assertion that should fail")

#endif

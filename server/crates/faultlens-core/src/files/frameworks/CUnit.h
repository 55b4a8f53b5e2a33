/* CUnit, as FaultLens reads it: each assertion is one of ours, and registries are not kept. */

#ifndef CUNIT_CUNIT_H_SEEN
#define CUNIT_CUNIT_H_SEEN

#include "unity.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { CUE_SUCCESS = 0, CUE_NOMEMORY, CUE_NOREGISTRY, CUE_NOSUITE, CUE_NOTEST } CU_ErrorCode;
typedef enum { CU_BRM_NORMAL = 0, CU_BRM_SILENT, CU_BRM_VERBOSE } CU_BasicRunMode;
typedef enum { CUEA_IGNORE = 0, CUEA_FAIL, CUEA_ABORT } CU_ErrorAction;
typedef enum { CU_FALSE = 0, CU_TRUE = 1 } CU_BOOL;
typedef struct CU_RunSummary {
    unsigned int nSuitesRun, nSuitesFailed, nSuitesInactive;
    unsigned int nTestsRun, nTestsFailed, nTestsInactive;
    unsigned int nAsserts, nAssertsFailed, nFailureRecords;
    double ElapsedTime;
} CU_RunSummary;
typedef CU_RunSummary *CU_pRunSummary;
typedef struct CU_FailureRecord *CU_pFailureRecord;
typedef struct CU_TestRegistry *CU_pTestRegistry;
static CU_RunSummary __cunit_summary;
typedef struct CU_Suite *CU_pSuite;
typedef struct CU_Test *CU_pTest;
typedef void (*CU_TestFunc)(void);
typedef int (*CU_InitializeFunc)(void);
typedef int (*CU_CleanupFunc)(void);
typedef struct CU_TestInfo { const char *pName; CU_TestFunc pTestFunc; } CU_TestInfo;
typedef struct CU_SuiteInfo {
    const char *pName;
    CU_InitializeFunc pInitFunc;
    CU_CleanupFunc pCleanupFunc;
    void (*pSetUpFunc)(void);
    void (*pTearDownFunc)(void);
    CU_TestInfo *pTests;
} CU_SuiteInfo;

#define CU_TEST_INFO_NULL { 0, 0 }
#define CU_SUITE_INFO_NULL { 0, 0, 0, 0, 0, 0 }
#define CU_initialize_registry() CUE_SUCCESS
#define CU_cleanup_registry() ((void)0)
#define CU_get_error() CUE_SUCCESS
#define CU_get_error_msg() ""
#define CU_add_suite(name, init, clean) \
    ((CU_pSuite)__faultlens_group((__faultlens_function)(init), (__faultlens_function)(clean)))
#define CU_add_suite_with_setup_and_teardown(name, init, clean, setup, teardown) \
    ((CU_pSuite)__faultlens_group((__faultlens_function)(init), (__faultlens_function)(clean), \
                                  (__faultlens_function)(setup), (__faultlens_function)(teardown)))
#define CU_add_test(suite, name, test) \
    (__faultlens_run_named((suite), (__faultlens_function)(test), (name)), (CU_pTest)(void *)&__unity_alone)
#define CU_ADD_TEST(suite, test) CU_add_test(suite, #test, test)
#define CU_register_suites(suites) ((void)(suites), CUE_SUCCESS)
#define CU_basic_set_mode(mode) ((void)(mode))
#define CU_basic_run_tests() CUE_SUCCESS
#define CU_basic_show_failures(failures) ((void)0)
#define CU_automated_run_tests() ((void)0)
#define CU_console_run_tests() ((void)0)
#define CU_set_output_filename(name) ((void)0)
#define CU_list_tests_to_file() CUE_SUCCESS
#define CU_curses_run_tests() ((void)0)
#define CU_set_error_action(action) ((void)(action))
#define CU_get_error_action() CUEA_IGNORE
#define CU_get_run_summary() (&__cunit_summary)
#define CU_get_registry() ((CU_pTestRegistry)(void *)&__cunit_summary)
#define CU_registry_initialized() CU_TRUE
#define CU_is_test_running() CU_TRUE
#define CU_set_suite_active(suite, active) ((void)(suite), CUE_SUCCESS)
#define CU_set_test_active(test, active) ((void)(test), CUE_SUCCESS)
#define CU_get_failure_list() ((CU_pFailureRecord)0)
#define CU_get_number_of_failures() 0
#define CU_get_number_of_tests_failed() 0
#define CU_get_number_of_failure_records() 0
#define CU_get_number_of_tests_run() 0
#define CU_get_number_of_suites_run() 0
#define CU_get_number_of_suites_failed() 0
#define CU_get_number_of_asserts() 0
#define CU_get_number_of_successes() 0

#define CU_PASS(...) ((void)0)
#define CU_FAIL(...) TEST_FAIL()
#define CU_FAIL_FATAL(...) TEST_FAIL()
#define CU_ASSERT(c) TEST_ASSERT(c)
#define CU_ASSERT_FATAL(c) TEST_ASSERT(c)
#define CU_TEST(c) TEST_ASSERT(c)
#define CU_TEST_FATAL(c) TEST_ASSERT(c)
#define CU_ASSERT_TRUE(c) TEST_ASSERT_TRUE(c)
#define CU_ASSERT_TRUE_FATAL(c) TEST_ASSERT_TRUE(c)
#define CU_ASSERT_FALSE(c) TEST_ASSERT_FALSE(c)
#define CU_ASSERT_FALSE_FATAL(c) TEST_ASSERT_FALSE(c)
#define CU_ASSERT_EQUAL(actual, expected) \
    __UNITY_CHECK(({ __typeof__((actual) + 0) actual__ = (actual); \
                     __typeof__((expected) + 0) expected__ = (expected); \
                     if (!(actual__ == expected__)) \
                         printf("FAIL: Expected %ld Was %ld\n", (long)expected__, (long)actual__); \
                     actual__ == expected__; }))
#define CU_ASSERT_EQUAL_FATAL(actual, expected) CU_ASSERT_EQUAL(actual, expected)
#define CU_ASSERT_NOT_EQUAL(actual, expected) TEST_ASSERT_TRUE((actual) != (expected))
#define CU_ASSERT_NOT_EQUAL_FATAL(actual, expected) TEST_ASSERT_TRUE((actual) != (expected))
#define CU_ASSERT_PTR_EQUAL(actual, expected) TEST_ASSERT_EQUAL_PTR(expected, actual)
#define CU_ASSERT_PTR_EQUAL_FATAL(actual, expected) TEST_ASSERT_EQUAL_PTR(expected, actual)
#define CU_ASSERT_PTR_NOT_EQUAL(actual, expected) TEST_ASSERT_TRUE((const void *)(actual) != (const void *)(expected))
#define CU_ASSERT_PTR_NOT_EQUAL_FATAL(actual, expected) CU_ASSERT_PTR_NOT_EQUAL(actual, expected)
#define CU_ASSERT_STRING_NOT_EQUAL_FATAL(actual, expected) TEST_ASSERT_TRUE(strcmp(actual, expected) != 0)
#define CU_ASSERT_NSTRING_EQUAL_FATAL(actual, expected, count) TEST_ASSERT_EQUAL_STRING_LEN(expected, actual, count)
#define CU_ASSERT_NSTRING_NOT_EQUAL(actual, expected, count) TEST_ASSERT_TRUE(strncmp(actual, expected, count) != 0)
#define CU_ASSERT_NSTRING_NOT_EQUAL_FATAL(actual, expected, count) \
    CU_ASSERT_NSTRING_NOT_EQUAL(actual, expected, count)
#define CU_ASSERT_DOUBLE_NOT_EQUAL(actual, expected, least) \
    __UNITY_APART(least, expected, actual, double, (const char *)0)
#define CU_ASSERT_DOUBLE_NOT_EQUAL_FATAL(actual, expected, least) CU_ASSERT_DOUBLE_NOT_EQUAL(actual, expected, least)
#define CU_ASSERT_PTR_NULL(p) TEST_ASSERT_NULL(p)
#define CU_ASSERT_PTR_NULL_FATAL(p) TEST_ASSERT_NULL(p)
#define CU_ASSERT_PTR_NOT_NULL(p) TEST_ASSERT_NOT_NULL(p)
#define CU_ASSERT_PTR_NOT_NULL_FATAL(p) TEST_ASSERT_NOT_NULL(p)
#define CU_ASSERT_STRING_EQUAL(actual, expected) TEST_ASSERT_EQUAL_STRING(expected, actual)
#define CU_ASSERT_STRING_EQUAL_FATAL(actual, expected) TEST_ASSERT_EQUAL_STRING(expected, actual)
#define CU_ASSERT_STRING_NOT_EQUAL(actual, expected) TEST_ASSERT_TRUE(strcmp(actual, expected) != 0)
#define CU_ASSERT_NSTRING_EQUAL(actual, expected, count) TEST_ASSERT_EQUAL_STRING_LEN(expected, actual, count)
#define CU_ASSERT_DOUBLE_EQUAL(actual, expected, most) __UNITY_NEAR(most, expected, actual, double, (const char *)0)
#define CU_ASSERT_DOUBLE_EQUAL_FATAL(actual, expected, most) __UNITY_NEAR(most, expected, actual, double, (const char *)0)

#endif

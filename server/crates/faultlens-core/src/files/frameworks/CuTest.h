/* CuTest, as FaultLens reads it: each assertion is one of ours, and suites are not kept. */

#ifndef CU_TEST_H
#define CU_TEST_H

#include "unity.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int length, size; char *buffer; } CuString;
typedef struct CuTest CuTest;
typedef void (*TestFunction)(CuTest *);
struct CuTest { char *name; TestFunction function; int failed, ran; const char *message; jmp_buf *jumpBuf; };
typedef struct { int count, failCount; } CuSuite;
static CuTest __cutest;
static CuSuite __cutest_suite;
static CuString __cutest_text = { 0, 0, "" };

#define CuStringNew() (&__cutest_text)
#define CuStringDelete(text) ((void)(text))
#define CuStringAppend(text, more) ((void)(text), (void)(more))
#define CuSuiteNew() (&__cutest_suite)
#define CuSuiteDelete(suite) ((void)(suite))
#define CuSuiteAddSuite(suite, other) ((void)(suite), (void)(other))
#define CuSuiteRun(suite) ((void)(suite))
#define CuSuiteSummary(suite, text) ((void)(suite), (void)(text))
#define CuSuiteDetails(suite, text) ((void)(suite), (void)(text))
#define CuTestNew(name, test) (__faultlens_run_named(0, (__faultlens_function)(test), (name), &__cutest), &__cutest)
#define CuSuiteAdd(suite, test) ((void)(suite), (void)(test))
#define SUITE_ADD_TEST(suite, test) CuSuiteAdd(suite, CuTestNew(#test, test))

#define CuFail(test, message) TEST_FAIL_MESSAGE(message)
#define CuAssert(test, message, condition) TEST_ASSERT_MESSAGE(condition, message)
#define CuAssertTrue(test, condition) TEST_ASSERT_TRUE(condition)
#define CuAssertStrEquals(test, expected, actual) TEST_ASSERT_EQUAL_STRING(expected, actual)
#define CuAssertStrEquals_Msg(test, message, expected, actual) \
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, actual, message)
#define CuAssertIntEquals(test, expected, actual) TEST_ASSERT_EQUAL_INT(expected, actual)
#define CuAssertIntEquals_Msg(test, message, expected, actual) TEST_ASSERT_EQUAL_INT_MESSAGE(expected, actual, message)
#define CuAssertDblEquals(test, expected, actual, most) \
    __UNITY_NEAR(most, expected, actual, double, (const char *)0)
#define CuAssertDblEquals_Msg(test, message, expected, actual, most) \
    __UNITY_NEAR(most, expected, actual, double, message)
#define CuAssertPtrEquals(test, expected, actual) TEST_ASSERT_EQUAL_PTR(expected, actual)
#define CuAssertPtrEquals_Msg(test, message, expected, actual) \
    TEST_ASSERT_EQUAL_PTR_MESSAGE(expected, actual, message)
#define CuAssertPtrNotNull(test, pointer) TEST_ASSERT_NOT_NULL(pointer)
#define CuAssertPtrNotNullMsg(test, message, pointer) TEST_ASSERT_NOT_NULL_MESSAGE(pointer, message)

#endif

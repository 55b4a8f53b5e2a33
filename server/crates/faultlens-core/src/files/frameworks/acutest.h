/* Acutest, as FaultLens reads it: its tests stand in a list, and nothing needs to run it. */

#ifndef ACUTEST_H
#define ACUTEST_H

#include "unity.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct __acutest_test {
    const char *name;
    void (*func)(void);
};

#define TEST_LIST const struct __acutest_test __acutest_list[]
#define __ACUTEST_HOLDS(condition, ...) \
    ({ _Bool holds__ = !!(condition); \
       if (!holds__) \
           __unity_formatted("Expression Evaluated To FALSE", ##__VA_ARGS__, (const char *)0); \
       __VERIFIER_assert(holds__); \
       1; })
#undef TEST_ASSERT
#undef TEST_CASE
#define TEST_CHECK_(condition, ...) __ACUTEST_HOLDS(condition, __VA_ARGS__)
#define TEST_CHECK(condition) __ACUTEST_HOLDS(condition)
#define TEST_ASSERT_(condition, ...) __ACUTEST_HOLDS(condition, __VA_ARGS__)
#define TEST_ASSERT(condition) __ACUTEST_HOLDS(condition)
#define TEST_CASE_(...) ((void)0)
#define TEST_CASE(name) ((void)0)
#define TEST_MSG(...) ((void)0)
#define TEST_DUMP(title, address, size) ((void)0)
#define TEST_SKIP(...) __unity_ignore((const char *)0)

#endif

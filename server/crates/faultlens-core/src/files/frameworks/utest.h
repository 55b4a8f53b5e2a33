/* utest.h, as FaultLens reads it: each `UTEST` is a test by itself. */

#ifndef SHEREDOM_UTEST_H_INCLUDED
#define SHEREDOM_UTEST_H_INCLUDED

#include "unity.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UTEST(set, id) \
    static void __criterion_##set##_##id(void); \
    static struct __criterion_test __criterion_entry_##set##_##id = { \
        .name = #set "/" #id, .test = __criterion_##set##_##id }; \
    static void __criterion_##set##_##id(void)
#define UTEST_F_SETUP(fixture) static void __utest_setup_##fixture(struct fixture *utest_fixture)
#define UTEST_F_TEARDOWN(fixture) static void __utest_teardown_##fixture(struct fixture *utest_fixture)
#define UTEST_F(fixture, id) \
    static void __utest_run_##fixture##_##id(struct fixture *utest_fixture); \
    UTEST(fixture, id) { \
        struct fixture own__; \
        memset(&own__, 0, sizeof own__); \
        __utest_setup_##fixture(&own__); \
        __utest_run_##fixture##_##id(&own__); \
        __utest_teardown_##fixture(&own__); \
    } \
    static void __utest_run_##fixture##_##id(struct fixture *utest_fixture)
#define UTEST_STATE() extern int __utest_state
#define UTEST_MAIN() int main(int argc, const char *const argv[]) { (void)argc; (void)argv; return 0; }
#define UTEST_PRINTF(...) ((void)0)
#define UTEST_SKIP(reason) __unity_ignore((const char *)0)
static int utest_main(int argc, const char *const argv[]) { (void)argc; (void)argv; return 0; }

#define __UTEST_COMPARE(x, op, y) \
    __UNITY_CHECK(({ __typeof__((x) + 0) x__ = (x); \
                     __typeof__((y) + 0) y__ = (y); \
                     if (!(x__ op y__)) \
                         printf("FAIL: Expected %s%ld Was %ld\n", #op[0] == '=' ? "" : #op " ", (long)x__, (long)y__); \
                     x__ op y__; }))
#define EXPECT_TRUE(x) TEST_ASSERT(x)
#define EXPECT_FALSE(x) TEST_ASSERT_FALSE(x)
#define EXPECT_EQ(x, y) __UTEST_COMPARE(x, ==, y)
#define EXPECT_NE(x, y) __UTEST_COMPARE(x, !=, y)
#define EXPECT_LT(x, y) __UTEST_COMPARE(x, <, y)
#define EXPECT_LE(x, y) __UTEST_COMPARE(x, <=, y)
#define EXPECT_GT(x, y) __UTEST_COMPARE(x, >, y)
#define EXPECT_GE(x, y) __UTEST_COMPARE(x, >=, y)
#define EXPECT_STREQ(x, y) TEST_ASSERT_EQUAL_STRING(x, y)
#define EXPECT_STRNE(x, y) TEST_ASSERT_TRUE(strcmp(x, y) != 0)
#define EXPECT_STRNEQ(x, y, n) TEST_ASSERT_TRUE(strncmp(x, y, n) == 0)
#define EXPECT_STRNNE(x, y, n) TEST_ASSERT_TRUE(strncmp(x, y, n) != 0)
#define EXPECT_NEAR(x, y, epsilon) __UNITY_NEAR(epsilon, x, y, double, (const char *)0)
#define ASSERT_TRUE EXPECT_TRUE
#define ASSERT_FALSE EXPECT_FALSE
#define ASSERT_EQ EXPECT_EQ
#define ASSERT_NE EXPECT_NE
#define ASSERT_LT EXPECT_LT
#define ASSERT_LE EXPECT_LE
#define ASSERT_GT EXPECT_GT
#define ASSERT_GE EXPECT_GE
#define ASSERT_STREQ EXPECT_STREQ
#define ASSERT_STRNE EXPECT_STRNE
#define ASSERT_STRNEQ EXPECT_STRNEQ
#define ASSERT_STRNNE EXPECT_STRNNE
#define ASSERT_NEAR EXPECT_NEAR
#define EXPECT_EQ_MSG(x, y, message) EXPECT_EQ(x, y)
#define EXPECT_NE_MSG(x, y, message) EXPECT_NE(x, y)
#define EXPECT_LT_MSG(x, y, message) EXPECT_LT(x, y)
#define EXPECT_LE_MSG(x, y, message) EXPECT_LE(x, y)
#define EXPECT_GT_MSG(x, y, message) EXPECT_GT(x, y)
#define EXPECT_GE_MSG(x, y, message) EXPECT_GE(x, y)
#define EXPECT_STREQ_MSG(x, y, message) EXPECT_STREQ(x, y)
#define EXPECT_STRNE_MSG(x, y, message) EXPECT_STRNE(x, y)
#define ASSERT_EQ_MSG(x, y, message) EXPECT_EQ(x, y)
#define ASSERT_NE_MSG(x, y, message) EXPECT_NE(x, y)
#define ASSERT_LT_MSG(x, y, message) EXPECT_LT(x, y)
#define ASSERT_LE_MSG(x, y, message) EXPECT_LE(x, y)
#define ASSERT_GT_MSG(x, y, message) EXPECT_GT(x, y)
#define ASSERT_GE_MSG(x, y, message) EXPECT_GE(x, y)
#define ASSERT_STREQ_MSG(x, y, message) EXPECT_STREQ(x, y)
#define ASSERT_STRNE_MSG(x, y, message) EXPECT_STRNE(x, y)
#define EXPECT_TRUE_MSG(x, message) EXPECT_TRUE(x)
#define EXPECT_FALSE_MSG(x, message) EXPECT_FALSE(x)
#define ASSERT_TRUE_MSG(x, message) EXPECT_TRUE(x)
#define ASSERT_FALSE_MSG(x, message) EXPECT_FALSE(x)

#endif

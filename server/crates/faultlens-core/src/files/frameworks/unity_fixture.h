/* Unity's fixtures: tests in groups, each with what is done before and after its tests. */

#ifndef UNITY_FIXTURE_H_
#define UNITY_FIXTURE_H_

#include "unity.h"

#define UnityMain(argc, argv, all) ((void)(argc), (void)(argv), (all)(), 0)

#define TEST_GROUP(group) static const char *TEST_GROUP_##group = #group
#define TEST_SETUP(group) void TEST_##group##_SETUP(void); void TEST_##group##_SETUP(void)
#define TEST_TEAR_DOWN(group) void TEST_##group##_TEAR_DOWN(void); void TEST_##group##_TEAR_DOWN(void)

#define TEST(group, name) \
    void TEST_##group##_##name##_(void); \
    void TEST_##group##_##name##_run(void); \
    void TEST_##group##_##name##_run(void) { \
        __unity_run(TEST_##group##_SETUP, TEST_##group##_##name##_, TEST_##group##_TEAR_DOWN, #group "." #name); \
    } \
    void TEST_##group##_##name##_(void)
#ifdef __FAULTLENS_INCLUDE_IGNORED
#define IGNORE_TEST(group, name) TEST(group, name)
#else
#define IGNORE_TEST(group, name) \
    void TEST_##group##_##name##_(void); \
    void TEST_##group##_##name##_ignored(void); \
    void TEST_##group##_##name##_ignored(void) { TEST_IGNORE(); } \
    void TEST_##group##_##name##_run(void); \
    void TEST_##group##_##name##_run(void) { \
        __unity_run(__unity_nothing, TEST_##group##_##name##_ignored, __unity_nothing, #group "." #name); \
    } \
    void TEST_##group##_##name##_(void)

#endif

#define RUN_TEST_CASE(group, name) \
    { \
        void TEST_##group##_##name##_run(void); \
        TEST_##group##_##name##_run(); \
    }
#define TEST_GROUP_RUNNER(group) void TEST_##group##_GROUP_RUNNER(void); void TEST_##group##_GROUP_RUNNER(void)
#define RUN_TEST_GROUP(group) \
    { \
        void TEST_##group##_GROUP_RUNNER(void); \
        TEST_##group##_GROUP_RUNNER(); \
    }

#define TEST_ASSERT_POINTERS_EQUAL(expected, actual) TEST_ASSERT_EQUAL_PTR(expected, actual)
#define TEST_ASSERT_BYTES_EQUAL(expected, actual) TEST_ASSERT_EQUAL_HEX8(0xff & (expected), 0xff & (actual))

#endif

/* Criterion, as FaultLens reads it: each `Test` is a test by itself. */

#ifndef CRITERION_H_
#define CRITERION_H_

#include "unity.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct __criterion_suite {
    const char *name;
    void (*init)(void);
    void (*fini)(void);
    int signal, exit_code, disabled;
    double timeout;
    const char *description;
    void *data;
};

#define Test(suite, id, ...) \
    static void __criterion_##suite##_##id(void); \
    static struct __criterion_test __criterion_entry_##suite##_##id = { \
        .name = #suite "/" #id, .test = __criterion_##suite##_##id, __VA_ARGS__ }; \
    static void __criterion_##suite##_##id(void)
#define TestSuite(suite, ...) \
    static struct __criterion_suite __criterion_suite_##suite = { .name = #suite, __VA_ARGS__ }

#define __CR_ACTUAL_EXPECTED(actual, op, expected) \
    __UNITY_CHECK(({ __typeof__((actual) + 0) actual__ = (actual); \
                     __typeof__((expected) + 0) expected__ = (expected); \
                     if (!(actual__ op expected__)) \
                         printf("FAIL: Expected %s%ld Was %ld\n", #op[0] == '=' ? "" : #op " ", (long)expected__, \
                                (long)actual__); \
                     actual__ op expected__; }))
#define cr_assert_fail(...) TEST_FAIL()
#define cr_fail(...) TEST_FAIL()
#define cr_skip(...) TEST_IGNORE()
#define cr_skip_test(...) TEST_IGNORE()
#define cr_log_info(...) ((void)0)
#define cr_log_warn(...) ((void)0)
#define cr_log_error(...) ((void)0)
#define cr_assert(c, ...) TEST_ASSERT(c)
#define cr_assert_not(c, ...) TEST_ASSERT_FALSE(c)
#define cr_assert_eq(a, b, ...) __CR_ACTUAL_EXPECTED(a, ==, b)
#define cr_assert_neq(a, b, ...) __CR_ACTUAL_EXPECTED(a, !=, b)
#define cr_assert_lt(a, b, ...) __CR_ACTUAL_EXPECTED(a, <, b)
#define cr_assert_leq(a, b, ...) __CR_ACTUAL_EXPECTED(a, <=, b)
#define cr_assert_gt(a, b, ...) __CR_ACTUAL_EXPECTED(a, >, b)
#define cr_assert_geq(a, b, ...) __CR_ACTUAL_EXPECTED(a, >=, b)
#define cr_assert_null(p, ...) TEST_ASSERT_NULL(p)
#define cr_assert_not_null(p, ...) TEST_ASSERT_NOT_NULL(p)
#define cr_assert_str_eq(a, b, ...) TEST_ASSERT_EQUAL_STRING(b, a)
#define cr_assert_str_neq(a, b, ...) TEST_ASSERT_TRUE(strcmp(a, b) != 0)
#define cr_assert_str_empty(a, ...) TEST_ASSERT_EMPTY(a)
#define cr_assert_float_eq(a, b, epsilon, ...) __UNITY_NEAR(epsilon, b, a, double, (const char *)0)
#define cr_assert_float_neq(a, b, epsilon, ...) __UNITY_APART(epsilon, b, a, double, (const char *)0)
#define cr_assert_str_not_empty(a, ...) TEST_ASSERT_TRUE(*(a) != 0)
#define cr_assert_str_lt(a, b, ...) TEST_ASSERT_TRUE(strcmp(a, b) < 0)
#define cr_assert_str_leq(a, b, ...) TEST_ASSERT_TRUE(strcmp(a, b) <= 0)
#define cr_assert_str_gt(a, b, ...) TEST_ASSERT_TRUE(strcmp(a, b) > 0)
#define cr_assert_str_geq(a, b, ...) TEST_ASSERT_TRUE(strcmp(a, b) >= 0)
#define cr_assert_arr_neq(a, b, size, ...) TEST_ASSERT_TRUE(memcmp(a, b, size) != 0)
#define cr_assert_arr_eq(a, b, size, ...) TEST_ASSERT_EQUAL_MEMORY(b, a, size)
#define cr_expect cr_assert
#define cr_expect_not cr_assert_not
#define cr_expect_eq cr_assert_eq
#define cr_expect_neq cr_assert_neq
#define cr_expect_lt cr_assert_lt
#define cr_expect_leq cr_assert_leq
#define cr_expect_gt cr_assert_gt
#define cr_expect_geq cr_assert_geq
#define cr_expect_null cr_assert_null
#define cr_expect_not_null cr_assert_not_null
#define cr_expect_str_eq cr_assert_str_eq
#define cr_expect_str_neq cr_assert_str_neq
#define cr_expect_str_empty cr_assert_str_empty
#define cr_expect_str_not_empty cr_assert_str_not_empty
#define cr_expect_str_lt cr_assert_str_lt
#define cr_expect_str_leq cr_assert_str_leq
#define cr_expect_str_gt cr_assert_str_gt
#define cr_expect_str_geq cr_assert_str_geq
#define cr_expect_arr_neq cr_assert_arr_neq
#define cr_expect_float_eq cr_assert_float_eq
#define cr_expect_float_neq cr_assert_float_neq
#define cr_expect_arr_eq cr_assert_arr_eq
#define cr_expect_fail cr_assert_fail

/* The newer assertions: cr_assert(eq(int, a, b)), or without a type. */
#define __cr_str 1
#define __CR_BY_TYPE(type, a, op, b) __CR_COMPARE_##type(a, op, b)
#define __CR_UNTYPED(a, op, b) ((a) op (b))
#define __CR_CHOOSE(a, b, c, chosen, ...) chosen
#define __CR_TYPED(op, a, b, c) __CR_BY_TYPE(a, b, op, c)
#define __CR_PLAIN(op, a, b) __CR_UNTYPED(a, op, b)
#define __CR_OP(op, ...) __CR_CHOOSE(__VA_ARGS__, __CR_TYPED, __CR_PLAIN, )(op, __VA_ARGS__)
#define eq(...) __CR_OP(==, __VA_ARGS__)
#define ne(...) __CR_OP(!=, __VA_ARGS__)
#define lt(...) __CR_OP(<, __VA_ARGS__)
#define le(...) __CR_OP(<=, __VA_ARGS__)
#define gt(...) __CR_OP(>, __VA_ARGS__)
#define ge(...) __CR_OP(>=, __VA_ARGS__)
#define not(c) (!(c))
#define __CR_ALL(c1, c2, c3, c4, c5, c6, c7, c8, ...) ((c1) && (c2) && (c3) && (c4) && (c5) && (c6) && (c7) && (c8))
#define __CR_ANY(c1, c2, c3, c4, c5, c6, c7, c8, ...) ((c1) || (c2) || (c3) || (c4) || (c5) || (c6) || (c7) || (c8))
#define all(...) __CR_ALL(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1)
#define any(...) __CR_ANY(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0)
#define none(...) (!any(__VA_ARGS__))
#define __CR_ZERO_TYPED(type, a) __CR_ZERO_##type(a)
#define __CR_ZERO_PLAIN(a) (!(a))
#define __CR_CHOOSE_ZERO(a, b, chosen, ...) chosen
#define zero(...) __CR_CHOOSE_ZERO(__VA_ARGS__, __CR_ZERO_TYPED, __CR_ZERO_PLAIN, )(__VA_ARGS__)
#define epsilon_eq(...) __CR_NEAR_OF(__VA_ARGS__, __CR_NEAR_TYPED, __CR_NEAR_PLAIN, )(__VA_ARGS__)
#define epsilon_ne(...) (!epsilon_eq(__VA_ARGS__))
#define __CR_NEAR_OF(a, b, c, d, chosen, ...) chosen
#define __CR_NEAR_TYPED(type, a, b, epsilon) __CR_NEAR_PLAIN(a, b, epsilon)
#define __CR_NEAR_PLAIN(a, b, epsilon) __unity_near(epsilon, b, a)
#define __CR_COMPARE_i8(a, op, b) ((int8_t)(a) op (int8_t)(b))
#define __CR_COMPARE_i16(a, op, b) ((int16_t)(a) op (int16_t)(b))
#define __CR_COMPARE_i32(a, op, b) ((int32_t)(a) op (int32_t)(b))
#define __CR_COMPARE_i64(a, op, b) ((int64_t)(a) op (int64_t)(b))
#define __CR_COMPARE_u8(a, op, b) ((uint8_t)(a) op (uint8_t)(b))
#define __CR_COMPARE_u16(a, op, b) ((uint16_t)(a) op (uint16_t)(b))
#define __CR_COMPARE_u32(a, op, b) ((uint32_t)(a) op (uint32_t)(b))
#define __CR_COMPARE_u64(a, op, b) ((uint64_t)(a) op (uint64_t)(b))
#define __CR_COMPARE_int(a, op, b) ((int)(a) op (int)(b))
#define __CR_COMPARE_uint(a, op, b) ((unsigned int)(a) op (unsigned int)(b))
#define __CR_COMPARE_long(a, op, b) ((long)(a) op (long)(b))
#define __CR_COMPARE_ulong(a, op, b) ((unsigned long)(a) op (unsigned long)(b))
#define __CR_COMPARE_llong(a, op, b) ((long long)(a) op (long long)(b))
#define __CR_COMPARE_ullong(a, op, b) ((unsigned long long)(a) op (unsigned long long)(b))
#define __CR_COMPARE_sz(a, op, b) ((size_t)(a) op (size_t)(b))
#define __CR_COMPARE_chr(a, op, b) ((char)(a) op (char)(b))
#define __CR_COMPARE_byte(a, op, b) ((unsigned char)(a) op (unsigned char)(b))
#define __CR_COMPARE_dbl(a, op, b) ((double)(a) op (double)(b))
#define __CR_COMPARE_flt(a, op, b) ((float)(a) op (float)(b))
#define __CR_COMPARE_ldbl(a, op, b) ((long double)(a) op (long double)(b))
#define __CR_COMPARE_ptr(a, op, b) ((void *)(a) op (void *)(b))
#define __CR_COMPARE_iptr(a, op, b) ((intptr_t)(a) op (intptr_t)(b))
#define __CR_COMPARE_uptr(a, op, b) ((uintptr_t)(a) op (uintptr_t)(b))
#define __CR_COMPARE_str(a, op, b) (strcmp(a, b) op 0)
#define __CR_ZERO_i8(a) (!(a))
#define __CR_ZERO_i16(a) (!(a))
#define __CR_ZERO_i32(a) (!(a))
#define __CR_ZERO_i64(a) (!(a))
#define __CR_ZERO_u8(a) (!(a))
#define __CR_ZERO_u16(a) (!(a))
#define __CR_ZERO_u32(a) (!(a))
#define __CR_ZERO_u64(a) (!(a))
#define __CR_ZERO_int(a) (!(a))
#define __CR_ZERO_uint(a) (!(a))
#define __CR_ZERO_long(a) (!(a))
#define __CR_ZERO_ulong(a) (!(a))
#define __CR_ZERO_llong(a) (!(a))
#define __CR_ZERO_ullong(a) (!(a))
#define __CR_ZERO_sz(a) (!(a))
#define __CR_ZERO_chr(a) (!(a))
#define __CR_ZERO_byte(a) (!(a))
#define __CR_ZERO_dbl(a) (!(a))
#define __CR_ZERO_flt(a) (!(a))
#define __CR_ZERO_ldbl(a) (!(a))
#define __CR_ZERO_ptr(a) (!(a))
#define __CR_ZERO_iptr(a) (!(a))
#define __CR_ZERO_uptr(a) (!(a))
#define __CR_ZERO_str(a) (!*(a))

#endif

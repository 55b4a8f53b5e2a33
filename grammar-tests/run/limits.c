#include <float.h>
#include <inttypes.h>
#include <iso646.h>
#include <limits.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    bool yes = true and not false;
    printf("%d %d %d %d %d %d %d\n", CHAR_BIT, SCHAR_MIN, SCHAR_MAX, UCHAR_MAX, CHAR_MIN, CHAR_MAX, MB_LEN_MAX);
    printf("%d %d %d %d %d %u\n", SHRT_MIN, SHRT_MAX, USHRT_MAX, INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu %lld %lld %llu\n", LONG_MIN, LONG_MAX, ULONG_MAX, LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%d %d %d %d %d %d\n", INT8_MIN, INT8_MAX, UINT8_MAX, INT16_MIN, INT16_MAX, UINT16_MAX);
    printf("%" PRId32 " %" PRIu32 " %" PRId64 " %" PRIu64 " %" PRIdMAX "\n", INT32_MIN, UINT32_MAX, INT64_MIN,
           UINT64_MAX, INTMAX_MAX);
    printf("%" PRIdLEAST8 " %" PRIuFAST16 " %" PRIxFAST32 " %" PRIX64 " %" PRIo16 "\n", (int_least8_t)-1,
           (uint_fast16_t)UINT_FAST16_MAX, (uint_fast32_t)255, UINT64_C(0xABCDEF0123), (uint16_t)8);
    printf("%zu %td %d %d\n", SIZE_MAX, PTRDIFF_MIN, WCHAR_MAX, SIG_ATOMIC_MIN);
    printf("%d %d %d %d %d %d\n", FLT_DIG, FLT_MANT_DIG, FLT_MAX_EXP, FLT_MIN_EXP, FLT_MAX_10_EXP, FLT_DECIMAL_DIG);
    printf("%d %d %d %d %d %d\n", DBL_DIG, DBL_MANT_DIG, DBL_MAX_EXP, DBL_MIN_EXP, DBL_MAX_10_EXP, DBL_DECIMAL_DIG);
    printf("%a %a %a %a\n", FLT_MAX, FLT_MIN, FLT_EPSILON, FLT_TRUE_MIN);
    printf("%a %a %a %a\n", DBL_MAX, DBL_MIN, DBL_EPSILON, DBL_TRUE_MIN);
    printf("%zu %zu %zu %d\n", sizeof(max_align_t), alignof(int), offsetof(struct { char a; int b; }, b), yes);
    printf("%zu %zu %zu\n", sizeof(int_fast16_t), sizeof(uintptr_t), sizeof(wchar_t));
    return 0;
}

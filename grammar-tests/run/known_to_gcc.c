/* Functions that gcc itself knows. */
#include <stdio.h>
#include <limits.h>

int main(void)
{
    unsigned values[] = {1, 2, 0x80000000u, 0xffffffffu, 0x00ff00f0u};
    for (int i = 0; i < 5; i++) {
        unsigned x = values[i];
        printf("%d %d %d %d %d %x\n", __builtin_clz(x), __builtin_ctz(x), __builtin_popcount(x),
               __builtin_parity(x), __builtin_ffs(x), __builtin_bswap32(x));
    }
    printf("%d %d %d %lx %x\n", __builtin_clzll(1), __builtin_ctzl(1L << 40), __builtin_ffs(0),
           __builtin_bswap64(0x0102030405060708), __builtin_bswap16(0x1234));
    printf("%d %d\n", __builtin_clrsb(-1), __builtin_clrsbl(256));

    int r;
    unsigned u;
    signed char c;
    long l;
    printf("%d", __builtin_add_overflow(INT_MAX, 1, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_sub_overflow(3, 5, &u));
    printf(" %u\n", u);
    printf("%d", __builtin_mul_overflow(16, 8, &c));
    printf(" %d\n", c);
    printf("%d", __builtin_mul_overflow(-16, 8, &c));
    printf(" %d\n", c);
    printf("%d", __builtin_mul_overflow(LONG_MIN, -1, &l));
    printf(" %ld\n", l);
    printf("%d", __builtin_add_overflow(ULONG_MAX, -1, &l));
    printf(" %ld\n", l);
    printf("%d", __builtin_sub_overflow(0u, 5, &r));
    printf(" %d\n", r);
    printf("%d %d\n", __builtin_smul_overflow(1 << 20, 1 << 12, &r), __builtin_uadd_overflow(UINT_MAX, 0, &u));

    char buffer[8];
    __builtin_memset(buffer, 'x', 7);
    buffer[7] = 0;
    __builtin_strcpy(buffer + 5, "y");
    __builtin_printf("%s %zu %d\n", buffer, __builtin_strlen(buffer), __builtin_abs(-3));
    printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_expect(r == 0, 0));
    int *block = __builtin_alloca(4 * sizeof *block);
    block[3] = 9;
    __builtin_prefetch(block);
    printf("%d\n", block[3]);
    return 0;
}

/* Functions that gcc itself knows, written in C. Only what a program names is lowered with it. */

int __builtin_clzll(unsigned long long x)
{
    int n = 0;
    if (x == 0) __faultlens_undefined("`__builtin_clz` of 0");
    while (!(x >> 63)) {
        x <<= 1;
        n++;
    }
    return n;
}

int __builtin_clzl(unsigned long x) { return __builtin_clzll(x); }

int __builtin_clz(unsigned x) { return __builtin_clzll(x) - 32; }

int __builtin_ctzll(unsigned long long x)
{
    int n = 0;
    if (x == 0) __faultlens_undefined("`__builtin_ctz` of 0");
    while (!(x & 1)) {
        x >>= 1;
        n++;
    }
    return n;
}

int __builtin_ctzl(unsigned long x) { return __builtin_ctzll(x); }

int __builtin_ctz(unsigned x) { return __builtin_ctzll(x); }

int __builtin_popcountll(unsigned long long x)
{
    int n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}

int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }

int __builtin_popcount(unsigned x) { return __builtin_popcountll(x); }

int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }

int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }

int __builtin_parity(unsigned x) { return __builtin_popcountll(x) & 1; }

int __builtin_ffsll(long long x) { return x ? __builtin_ctzll(x) + 1 : 0; }

int __builtin_ffsl(long x) { return __builtin_ffsll(x); }

int __builtin_ffs(int x) { return __builtin_ffsll(x); }

int ffsll(long long x) { return __builtin_ffsll(x); }

int ffsl(long x) { return __builtin_ffsll(x); }

int ffs(int x) { return __builtin_ffsll(x); }

int __builtin_clrsbll(long long x)
{
    unsigned long long y = x < 0 ? ~x : x;
    return y ? __builtin_clzll(y) - 1 : 63;
}

int __builtin_clrsbl(long x) { return __builtin_clrsbll(x); }

int __builtin_clrsb(int x) { return __builtin_clrsbll(x) - 32; }

unsigned short __builtin_bswap16(unsigned short x) { return x >> 8 | (x & 255) << 8; }

unsigned __builtin_bswap32(unsigned x)
{
    return x >> 24 | (x >> 8 & 0xff00) | (x & 0xff00) << 8 | x << 24;
}

unsigned long __builtin_bswap64(unsigned long x)
{
    return __builtin_bswap32(x >> 32) | (unsigned long)__builtin_bswap32((unsigned)x) << 32;
}

/* Whether a + b, a - b or a * b (op 0, 1, 2) is out of range of an integer of that many bits. Operands are given as bits
   with a flag that says whether they are negative numbers. */
int __faultlens_overflows(int op, unsigned long a, _Bool a_negative, unsigned long b, _Bool b_negative, int bits,
                          _Bool is_signed)
{
    unsigned long x = a_negative ? -a : a, y = b_negative ? -b : b, size;
    _Bool negative;
    if (op == 1 && y != 0) b_negative = !b_negative;
    if (op == 2) {
        negative = a_negative != b_negative;
        if (x != 0 && y > ~0UL / x) return 1;
        size = x * y;
    } else if (a_negative == b_negative) {
        negative = a_negative;
        size = x + y;
        if (size < x) return 1;
    } else {
        negative = x >= y ? a_negative : b_negative;
        size = x >= y ? x - y : y - x;
    }
    if (size == 0) return 0;
    if (!is_signed) return negative || (bits < 64 && size >> bits != 0);
    return size > (1UL << (bits - 1)) - !negative;
}

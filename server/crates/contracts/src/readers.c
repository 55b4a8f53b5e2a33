/* Reads numbers, whatever their types; the end of the input ends the run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int __faultlens_i(void) { int x; if (scanf("%d", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static unsigned __faultlens_u(void) { unsigned x; if (scanf("%u", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static long __faultlens_l(void) { long x; if (scanf("%ld", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static unsigned long __faultlens_ul(void) { unsigned long x; if (scanf("%lu", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static short __faultlens_h(void) { short x; if (scanf("%hd", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static unsigned short __faultlens_uh(void) { unsigned short x; if (scanf("%hu", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static signed char __faultlens_c(void) { signed char x; if (scanf("%hhd", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static unsigned char __faultlens_uc(void) { unsigned char x; if (scanf("%hhu", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static float __faultlens_f(void) { float x; if (scanf("%f", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static double __faultlens_d(void) { double x; if (scanf("%lf", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
#define __FAULTLENS_READ(x) _Generic((x), \
    int: __faultlens_i, unsigned: __faultlens_u, long: __faultlens_l, unsigned long: __faultlens_ul, long long: __faultlens_l, unsigned long long: __faultlens_ul, \
    short: __faultlens_h, unsigned short: __faultlens_uh, char: __faultlens_c, signed char: __faultlens_c, unsigned char: __faultlens_uc, \
    _Bool: __faultlens_i, float: __faultlens_f, double: __faultlens_d)()

/* Reads numbers, whatever their types; the end of the input ends the run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __faultlens_scanf(const char *format, ...);
static int __faultlens_i(void) { int x; if (__faultlens_scanf("%d", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static unsigned __faultlens_u(void) { unsigned x; if (__faultlens_scanf("%u", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static long __faultlens_l(void) { long x; if (__faultlens_scanf("%ld", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static unsigned long __faultlens_ul(void) { unsigned long x; if (__faultlens_scanf("%lu", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static short __faultlens_h(void) { short x; if (__faultlens_scanf("%hd", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static unsigned short __faultlens_uh(void) { unsigned short x; if (__faultlens_scanf("%hu", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static signed char __faultlens_c(void) { signed char x; if (__faultlens_scanf("%hhd", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static unsigned char __faultlens_uc(void) { unsigned char x; if (__faultlens_scanf("%hhu", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static float __faultlens_f(void) { float x; if (__faultlens_scanf("%f", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
static double __faultlens_d(void) { double x; if (__faultlens_scanf("%lf", &x) != 1) exit(__FAULTLENS_UNCOUNTED); return x; }
#define __FAULTLENS_IS_FLOAT(x) ((__typeof__(x))0.5 == 0.5)
#define __FAULTLENS_IS_SIGNED(x) ((__typeof__(x))-1 < 0)
#define __FAULTLENS_AS(x, read) ((__typeof__(x))__faultlens_##read())
#define __FAULTLENS_READ(x) ( \
    __FAULTLENS_IS_FLOAT(x) ? (sizeof(x) == sizeof(float) ? __FAULTLENS_AS(x, f) : __FAULTLENS_AS(x, d)) : \
    __FAULTLENS_IS_SIGNED(x) ? \
        (sizeof(x) == 1 ? __FAULTLENS_AS(x, c) : sizeof(x) == 2 ? __FAULTLENS_AS(x, h) : \
        sizeof(x) == 4 ? __FAULTLENS_AS(x, i) : __FAULTLENS_AS(x, l)) : \
        (sizeof(x) == 1 ? __FAULTLENS_AS(x, uc) : sizeof(x) == 2 ? __FAULTLENS_AS(x, uh) : \
        sizeof(x) == 4 ? __FAULTLENS_AS(x, u) : __FAULTLENS_AS(x, ul)))

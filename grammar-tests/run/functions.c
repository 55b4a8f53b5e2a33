/* Functions in all their forms. */
#include <stdio.h>
#include <stdarg.h>

extern int later(int);
static inline int square(int x) { return x * x; }
int (*table[])(int) = {square, later};
int (*pick(int i))(int) { return table[i]; }
old(a, b) int a; char b; { return a + b; }
static int calls;
static int next(void) { static int n = 10; calls++; return n++; }
static int sum(int n, ...)
{
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    int total = 0;
    for (int i = 0; i < n; i++) total += va_arg(list, int);
    total += va_arg(copy, int);
    va_end(list);
    va_end(copy);
    return total;
}
static double mean(const double *values, unsigned n)
{
    double total = 0;
    for (const double *p = values; p != values + n; ++p) total += *p;
    return n ? total / n : 0;
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
_Noreturn static void leave(int status);
__attribute__((noinline, unused)) static int attributed(int x) { return x ? attributed(x - 1) + 1 : 0; }
#define max(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
_Static_assert(sizeof(int) == 4, "int");

int main(void)
{
    printf("%d %d %d\n", pick(0)(5), (*pick(1))(5), (**table)(3));
    printf("%d %d\n", old(1, 'a'), sum(3, 1, 2, 3));
    next(); next();
    printf("%d %d\n", next(), calls);
    printf("%.2f %d %d\n", mean((double[]){1, 2, 4}, 3), fib(15), attributed(4));
    printf("%d %s\n", max(3, max(9, 4)), __func__);
    unsigned char wrap = 250;
    wrap += 10;
    unsigned big = 0;
    big--;
    long long ll = 1LL << 40;
    volatile int v = 3;
    const int k = v ?: 8;
    printf("%d %u %lld %d %d\n", wrap, big, ll >> 3, k, (v++, v--, v));
    switch (k) { case 1 ... 2: printf("low\n"); break; case 3: printf("three\n"); default: printf("fall\n"); }
    register int r = 0;
    do { if (r == 2) continue; if (r > 4) break; printf("%d ", r); } while (++r < 10);
    printf("\n");
    leave(7);
}

int later(int x) { return -x; }
#include <stdlib.h>
static void leave(int status) { exit(status); }

#include <stdio.h>

/* A bit-field wider than `int` and narrower than its type has a type of its own width. */

struct wide {
    unsigned long long u : 40;
    long long s : 40;
    unsigned long v : 50;
    unsigned small : 20;
    unsigned long whole : 64;
};

int main(void) {
    struct wide w = {(1ULL << 40) - 1, -1, (1UL << 50) - 2, 7, 1}, *p = &w;
    int one = 1, minus = -1;
    long far = 1;
    unsigned u = 1;
    printf("%llu %lld\n", (unsigned long long)(w.u + one), (long long)(w.s + one));
    printf("%llu %llu\n", (unsigned long long)(w.u + far), (unsigned long long)(w.u + 1ULL));
    printf("%llu %llu\n", (unsigned long long)(w.u * 2), (unsigned long long)(w.u << 4));
    printf("%llu %lld\n", (unsigned long long)-w.u, (long long)-p->s);
    printf("%llu %lld\n", (unsigned long long)~w.u, (long long)~w.s);
    printf("%llu %llu\n", (unsigned long long)(w.u + w.u), (unsigned long long)(w.u + w.v));
    printf("%llu %llu\n", (unsigned long long)(w.v + w.s), (unsigned long long)(w.u + w.s));
    printf("%llu %llu\n", (unsigned long long)(w.u + 1 + 1), (unsigned long long)((w.u + 1) * 2 - 3));
    printf("%llu %llu\n", (unsigned long long)(w.u + 1 + far), (unsigned long long)(w.u - (1 + w.u)));
    printf("%d %d %d %d\n", w.u == minus, w.s == minus, w.u > minus, w.s < one);
    printf("%llu %llu\n", (unsigned long long)(w.u >> 4), (unsigned long long)(w.u | minus));
    printf("%llu %llu\n", (unsigned long long)(w.u ^ minus), (unsigned long long)(w.u & u));
    printf("%llu %llu\n", (unsigned long long)(one ? w.u + 2 : one), (unsigned long long)(w.u / u));
    printf("%d %lu\n", w.small - 8, (unsigned long)(w.whole - 2));
    w.u += 5;
    w.s -= 1;
    w.v <<= 3;
    printf("%llu %lld %lu\n", (unsigned long long)w.u, (long long)w.s, (unsigned long)w.v);
    w.u = 0;
    w.u--;
    printf("%llu\n", (unsigned long long)w.u);
    return w.u + 1 == 0;
}

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile double sink, zero = 0, one = 1, large = 1e200;
#define TRY(call) (errno = 0, sink = (call), printf("%s %d\n", #call, errno))

static void integer(const char *text, int base) {
    char *end = (char *)text;
    long a;
    unsigned long b;
    errno = 0;
    a = strtol(text, &end, base);
    printf("strtol(%s, %d) = %ld, %d, %d; ", text, base, a, (int)(end - text), errno);
    errno = 0;
    b = strtoull(text, &end, base);
    printf("%lu, %d, %d\n", b, (int)(end - text), errno);
}

static void real(const char *text) {
    char *end;
    double a;
    float b;
    errno = 0;
    a = strtod(text, &end);
    printf("strtod(%s) = %.17g, %d, %d; ", text, a, (int)(end - text), errno);
    errno = 0;
    b = strtof(text, &end);
    printf("%.9g, %d, %d\n", b, (int)(end - text), errno);
}

int main(void) {
    int *place = &errno;
    integer("123abc", 10);
    integer("  -0x1fz", 16);
    integer("0777", 0);
    integer("zz", 36);
    integer("99999999999999999999", 10);
    integer("-99999999999999999999", 10);
    integer("12", 1);
    integer("12", 37);
    integer("", 10);
    integer("-1", 10);
    real("1e400");
    real("-1e400");
    real("1e-400");
    real("1e40");
    real("inf");
    real("0x1.8p3x");
    real("nope");
    *place = 7;
    printf("%d\n", errno);
    errno = 0;
    printf("%d %d\n", malloc((size_t)1 << 62) == NULL, errno == ENOMEM);
    errno = 0;
    TRY(sqrt(-one));
    TRY(log(zero));
    TRY(log(-one));
    TRY(exp(1000 * one));
    TRY(exp(-1000 * one));
    TRY(pow(-one, 0.5));
    TRY(pow(zero, -one));
    TRY(pow(large, 3));
    TRY(pow(large, -3));
    TRY(acos(2 * one));
    TRY(asin(2 * one));
    TRY(fmod(one, zero));
    TRY(sin(INFINITY * one));
    TRY(cos(INFINITY * one));
    TRY(tan(INFINITY * one));
    TRY(sinh(1000 * one));
    TRY(cosh(1000 * one));
    TRY(atanh(one));
    TRY(atanh(2 * one));
    TRY(acosh(0.5 * one));
    TRY(log1p(-one));
    TRY(log10(zero));
    TRY(log2(-one));
    TRY(exp2(5000 * one));
    TRY(expm1(1000 * one));
    TRY(ldexp(one, 5000));
    TRY(ldexp(one, -5000));
    TRY(ilogb(zero));
    TRY(logb(zero));
    TRY(remainder(one, zero));
    TRY(hypot(1e308 * one, 1e308));
    TRY(nextafter(1e308 * 1.7976931348623157, INFINITY * one));
    TRY(fdim(1e308 * one, -1e308));
    TRY(sqrt(4 * one));
    TRY(log(NAN * one));
    TRY(sqrtf(-one));
    TRY(expf(200 * one));
    TRY(powf(large, 2));
    TRY(logf(zero));
    TRY(fmodf(INFINITY * one, one));
    TRY(cbrt(-one));
    TRY(floor(large));
    return 0;
}

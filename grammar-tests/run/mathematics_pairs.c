#include <math.h>
#include <stdio.h>

/* Not a number has a sign that nobody promises. */
static void show(const char *name, double x) {
    if (x != x)
        printf("%s nan\n", name);
    else
        printf("%s %a\n", name, x);
}

int main(void) {
    static const double x[] = {0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, 3.0, -3.0, 2.5, 7.25, 1e-300, 5e-324, 1e300, -1e300, INFINITY, -INFINITY, NAN, 0.1, 10.7};
    unsigned i, j, n = sizeof x / sizeof *x;
    int power, k;
    double whole;
    float whole_f;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            show("pow", pow(x[i], x[j]));
            show("powf", powf(x[i], x[j]));
            show("fmod", fmod(x[i], x[j]));
            show("fmodf", fmodf(x[i], x[j]));
            show("atan2", atan2(x[i], x[j]));
            show("atan2f", atan2f(x[i], x[j]));
            show("fmin", fmin(x[i], x[j]));
            show("fminf", fminf(x[i], x[j]));
            show("fmax", fmax(x[i], x[j]));
            show("fmaxf", fmaxf(x[i], x[j]));
            show("fdim", fdim(x[i], x[j]));
            show("fdimf", fdimf(x[i], x[j]));
            show("hypot", hypot(x[i], x[j]));
            show("hypotf", hypotf(x[i], x[j]));
            show("copysign", copysign(x[i], x[j]));
            show("copysignf", copysignf(x[i], x[j]));
            show("nextafter", nextafter(x[i], x[j]));
            show("nextafterf", nextafterf(x[i], x[j]));
            show("remainder", remainder(x[i], x[j]));
            show("remainderf", remainderf(x[i], x[j]));
            show("fma", fma(x[i], x[j], x[n - 1 - i]));
            show("fmaf", fmaf(x[i], x[j], x[n - 1 - i]));
        }
    for (i = 0; i < n; i++) {
        show("frexp", frexp(x[i], &power));
        if (isfinite(x[i]))
            printf("%d\n", power);
        show("frexpf", frexpf(x[i], &power));
        show("modf", modf(x[i], &whole));
        show("whole", whole);
        show("modff", modff(x[i], &whole_f));
        show("whole", whole_f);
        printf("%d\n", ilogb(x[i]));
        if (fabs(x[i]) < 1e10)
            printf("%ld %ld %lld %lld %ld\n", lround(x[i]), lrint(x[i]), llround(x[i]), llrint(x[i]), lroundf(x[i]));
        for (k = -1100; k <= 1100; k += 77) {
            show("ldexp", ldexp(x[i], k));
            show("scalbn", scalbn(x[i], k));
            show("ldexpf", ldexpf(x[i], k / 7));
        }
    }
    return 0;
}

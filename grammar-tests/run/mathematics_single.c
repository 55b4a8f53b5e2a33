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
    static const float x[] = {0.0, -0.0, 0.1, -0.1, 0.5, -0.5, 0.75, 1.0, -1.0, 1.5, 2.0, 2.5, -2.5, 3.5, 3.7, 10.0, -12.25, 100.3, 709.0, 745.5, 1e-5, 1e-40f, 1e-45f, 1e15, 4503599627370497.5, 1e30f, -1e30f, INFINITY, -INFINITY, NAN,
        -2.111615282100524, -3.1746717261542736, -0.8315340591145519, -2.760221833580718, -3.4678792345632807, -0.7872718841194013, 3.3436403447017513, 2.403618811966468, 2.1213008200435075, -2.224574594477459, 0.2934400653985083, -1.7865388524683983, -2.6186837657170488, -3.150533660547759, -2.284796539368668, 3.4198050514244835, 2.6313603902273552, 2.4532187736185875, 2.4035827083437296, -2.4525150558460798};
    unsigned i;
    for (i = 0; i < sizeof x / sizeof *x; i++) {
        show("sqrtf", sqrtf(x[i]));
        show("fabsf", fabsf(x[i]));
        show("floorf", floorf(x[i]));
        show("ceilf", ceilf(x[i]));
        show("roundf", roundf(x[i]));
        show("truncf", truncf(x[i]));
        show("rintf", rintf(x[i]));
        show("nearbyintf", nearbyintf(x[i]));
        show("expf", expf(x[i]));
        show("exp2f", exp2f(x[i]));
        show("expm1f", expm1f(x[i]));
        show("logf", logf(x[i]));
        show("log10f", log10f(x[i]));
        show("log2f", log2f(x[i]));
        show("log1pf", log1pf(x[i]));
        show("sinf", sinf(x[i]));
        show("cosf", cosf(x[i]));
        show("tanf", tanf(x[i]));
        show("asinf", asinf(x[i]));
        show("acosf", acosf(x[i]));
        show("atanf", atanf(x[i]));
        show("sinhf", sinhf(x[i]));
        show("coshf", coshf(x[i]));
        show("tanhf", tanhf(x[i]));
        show("cbrtf", cbrtf(x[i]));
        show("logbf", logbf(x[i]));
    }
    return 0;
}

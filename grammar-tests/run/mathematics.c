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
    static const double x[] = {0.0, -0.0, 0.1, -0.1, 0.5, -0.5, 0.75, 1.0, -1.0, 1.5, 2.0, 2.5, -2.5, 3.5, 3.7, 10.0, -12.25, 100.3, 709.0, 745.5, 1e-5, 1e-300, 5e-324, 1e15, 4503599627370497.5, 1e300, -1e300, INFINITY, -INFINITY, NAN,
        -2.111615282100524, -3.1746717261542736, -0.8315340591145519, -2.760221833580718, -3.4678792345632807, -0.7872718841194013, 3.3436403447017513, 2.403618811966468, 2.1213008200435075, -2.224574594477459, 0.2934400653985083, -1.7865388524683983, -2.6186837657170488, -3.150533660547759, -2.284796539368668, 3.4198050514244835, 2.6313603902273552, 2.4532187736185875, 2.4035827083437296, -2.4525150558460798};
    unsigned i;
    for (i = 0; i < sizeof x / sizeof *x; i++) {
        show("sqrt", sqrt(x[i]));
        show("fabs", fabs(x[i]));
        show("floor", floor(x[i]));
        show("ceil", ceil(x[i]));
        show("round", round(x[i]));
        show("trunc", trunc(x[i]));
        show("rint", rint(x[i]));
        show("nearbyint", nearbyint(x[i]));
        show("exp", exp(x[i]));
        show("exp2", exp2(x[i]));
        show("expm1", expm1(x[i]));
        show("log", log(x[i]));
        show("log10", log10(x[i]));
        show("log2", log2(x[i]));
        show("log1p", log1p(x[i]));
        show("sin", sin(x[i]));
        show("cos", cos(x[i]));
        show("tan", tan(x[i]));
        show("asin", asin(x[i]));
        show("acos", acos(x[i]));
        show("atan", atan(x[i]));
        show("sinh", sinh(x[i]));
        show("cosh", cosh(x[i]));
        show("tanh", tanh(x[i]));
        show("asinh", asinh(x[i]));
        show("acosh", acosh(x[i]));
        show("atanh", atanh(x[i]));
        show("cbrt", cbrt(x[i]));
        show("logb", logb(x[i]));
    }
    return 0;
}

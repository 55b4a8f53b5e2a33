#include <float.h>
#include <math.h>
#include <stdio.h>

static double nothing = NAN;

int main(void) {
    double x[] = {0.0, -0.0, 1.0, -2.5, DBL_MIN / 2, INFINITY, -INFINITY, NAN, HUGE_VAL};
    float tiny = FLT_MIN / 2;
    int i, j;
    for (i = 0; i < 9; i++) {
        printf("%f %d %d %d %d %d %d\n", x[i], isnan(x[i]), isinf(x[i]), isfinite(x[i]), isnormal(x[i]), !!signbit(x[i]),
               fpclassify(x[i]) == FP_SUBNORMAL);
        for (j = 0; j < 9; j++)
            printf("%d%d%d%d%d%d ", isgreater(x[i], x[j]), isgreaterequal(x[i], x[j]), isless(x[i], x[j]),
                   islessequal(x[i], x[j]), islessgreater(x[i], x[j]), isunordered(x[i], x[j]));
        puts("");
    }
    printf("%d %d %f %f %f\n", fpclassify(tiny) == FP_SUBNORMAL, isnan(nothing), nan(""), -nan(""), nanf(""));
    printf("%.17g %.17g %.17g\n", M_PI, M_E, M_SQRT1_2);
    return 0;
}

#include <errno.h>
#include <math.h>
#include <stdio.h>

/* The error and gamma functions, and what else comes from the platform's library. */

int main(void) {
    static const double x[] = {-170.5, -20.25, -3.5, -2, -1.5, -0.5, -0.0, 0.0, 1e-20, 0.1, 0.5, 0.84375, 1, 1.25,
                               1.5, 2, 2.5, 2.857, 3.3, 5, 6.5, 10, 27.5, 100.25, 171, 172};
    for (unsigned i = 0; i < sizeof x / sizeof *x; i++) {
        float f = (float)x[i];
        printf("%g %a %a\n", x[i], erf(x[i]), erfc(x[i]));
        errno = 0;
        printf("%a %d ", tgamma(x[i]), errno);
        errno = 0;
        printf("%a %d\n", lgamma(x[i]), errno);
        printf("%a %a %a %a\n", erff(f), erfcf(f), tgammaf(f), lgammaf(f));
        printf("%a %a %a\n", asinhf(f), acoshf(f), atanhf(f));
    }
    return 0;
}

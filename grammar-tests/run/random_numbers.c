#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned seed = 42;
    int i;
    for (i = 0; i < 5; i++)
        printf("%d %ld %d\n", rand(), random(), rand_r(&seed));
    srand(7);
    for (i = 0; i < 100; i++)
        rand();
    printf("%d %u\n", rand(), seed);
    srandom(123456789);
    printf("%ld\n", random() * 3);
    printf("%ld %ld %.17g\n", lrand48(), mrand48(), drand48());
    srand48(99);
    printf("%ld %ld %.17g\n", lrand48(), mrand48(), drand48());
    return 0;
}

// msan: use-of-uninitialized-value
#include <stdlib.h>

int main(void)
{
    int *a = malloc(4 * sizeof *a);
    a[0] = 1;
    int result = 0;
    if (a[1] > 0) //~ undefined: use of an uninitialised value: it decides a branch
        result = 1;
    free(a);
    return result;
}

// valgrind: Conditional jump or move depends on uninitialised value
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned *p = malloc(sizeof *p), sum;
    sum = (*p & 1) + 3;
    if (sum & 8)
        puts("never");
    if (sum & 4) //~ undefined: use of an uninitialised value: it decides a branch
        puts("carried");
    free(p);
    return 0;
}

// valgrind: Conditional jump or move depends on uninitialised value
#include <stdio.h>

struct flags {
    unsigned a : 3, b : 5;
};

int main(void) {
    struct flags f;
    f.a = 1;
    if (f.a)
        puts("a");
    if (f.b) //~ undefined: use of an uninitialised value: it decides a branch
        puts("b");
    return 0;
}

#include <stdio.h>

int larger(int a, int b) {
    if (a < b)
        return a;
    return b;
}

int main(void) {
    int a, b;
    if (scanf("%d%d", &a, &b) != 2)
        return 1;
    printf("%d\n", larger(a, b));
    return 0;
}

#include <stdio.h>

int same(int x) {
    return x;
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    n = n + 1;
    printf("%d\n", same(n));
    return 0;
}

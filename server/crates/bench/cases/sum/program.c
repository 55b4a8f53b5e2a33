#include <stdio.h>

int main(void) {
    int n, i, sum = 1;
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 1; i < n; i++)
        sum += i;
    printf("%d\n", sum);
    return 0;
}

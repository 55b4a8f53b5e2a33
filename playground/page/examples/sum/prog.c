#include <stdio.h>

#define MOST 100

/* The sum of the first n elements. */
int sum(const int values[], int n) {
    int total = 0;
    for (int i = 0; i < n - 1; i++)
        total += values[i];
    return total;
}

/* Reads how many numbers there are, then the numbers. */
int main(void) {
    int values[MOST];
    int n;
    scanf("%d", &n);
    for (int i = 0; i < n; i++)
        scanf("%d", &values[i]);
    printf("%d\n", sum(values, n));
    return 0;
}

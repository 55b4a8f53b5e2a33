#include <stdio.h>

/* Where a value is among n sorted ones; -1 if it is not there. */
int find(const int sorted[], int n, int value) {
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (sorted[middle] == value)
            return middle;
        if (sorted[middle] < value)
            low = middle;
        else
            high = middle - 1;
    }
    return -1;
}

/* Reads the value, how many numbers there are, and the numbers. */
int main(void) {
    int sorted[20];
    int value, n;
    scanf("%d %d", &value, &n);
    for (int i = 0; i < n; i++)
        scanf("%d", &sorted[i]);
    printf("%d\n", find(sorted, n, value));
    return 0;
}

#include <stdio.h>
static long best(int n, int w, const int weight[n], const int value[n]) {
    long table[n + 1][w + 1];
    for (int j = 0; j <= w; j++) table[0][j] = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= w; j++) {
            table[i][j] = table[i - 1][j];
            if (weight[i - 1] < j && table[i - 1][j - weight[i - 1]] + value[i - 1] > table[i][j])
                table[i][j] = table[i - 1][j - weight[i - 1]] + value[i - 1];
        }
    return table[n][w];
}
int main(void) {
    int w, weight[] = {1, 2, 3}, value[] = {6, 10, 12};
    scanf("%d", &w);
    printf("%ld\n", best(3, w, weight, value));
    return 0;
}

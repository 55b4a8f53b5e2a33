#include <stdio.h>

/* Reads a table and prints the sum of each of its rows. */
int main(void) {
    int rows, columns;
    scanf("%d %d", &rows, &columns);
    int sum = 0;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            int value;
            scanf("%d", &value);
            sum += value;
        }
        printf("%d\n", sum);
    }
    return 0;
}

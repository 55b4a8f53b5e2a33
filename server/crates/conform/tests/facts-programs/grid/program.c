#include <stdio.h>
struct cell { char tag; int value; };
static void fill(int rows, int cols, struct cell grid[rows][cols]) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            grid[r][c].tag = 'a' + c;
            grid[r][c].value = r * 10 + c;
        }
    struct cell (*second)[cols] = &grid[1];
    (*second)[0].value = 77;
}
int main(void) {
    int n;
    scanf("%d", &n);
    struct cell grid[n][n + 1];
    fill(n, n + 1, grid);
    printf("%c %d %d\n", grid[1][2].tag, grid[1][0].value, grid[2][3].value);
    return 0;
}

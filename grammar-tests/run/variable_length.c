/* Arrays whose lengths only the run knows. */
#include <stdio.h>
#include <stddef.h>

static int sum(int rows, int columns, int table[rows][columns])
{
    int total = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            total += table[i][j];
    return total;
}

static long corner(int n, int cube[n][n][n + 1])
{
    return cube[n - 1][n - 1][n];
}

static int counted(int i, int array[i++])
{
    return i + array[0];
}

static void fill(size_t n, double matrix[static n][n])
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            matrix[i][j] = i * 10 + j;
}

int main(void)
{
    int n = 3, m = 4;
    int table[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            table[i][j] = i * m + j;
    printf("%d %zu %zu %zu\n", sum(n, m, table), sizeof table, sizeof table[0], sizeof table[0][0]);

    int (*row)[m] = table;
    row++;
    printf("%d %d %td\n", (*row)[1], row[1][3], row - table);
    printf("%d\n", (int)((int (*)[m])table - &table[2]));
    m = 100;
    printf("%zu %zu\n", sizeof table, sizeof *row);

    int cube[2][2][3] = {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}};
    printf("%ld\n", corner(2, cube));

    typedef char line[n + 2];
    n = 50;
    line text;
    text[4] = 'x';
    printf("%zu %c\n", sizeof(line), text[4]);

    for (int length = 1; length < 4; length++) {
        int squares[length];
        for (int i = 0; i < length; i++)
            squares[i] = i * i;
        printf("%zu:%d ", sizeof squares / sizeof *squares, squares[length - 1]);
    }
    printf("\n");

    int one[1] = {5};
    printf("%d\n", counted(7, one));
    double matrix[2][2];
    fill(2, matrix);
    printf("%.0f %zu\n", matrix[1][1], sizeof(int[n]));
    return 0;
}

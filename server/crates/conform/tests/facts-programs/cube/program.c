#include <stdio.h>
int main(void) {
    int a, b, c, sum = 0;
    if (scanf("%d%d%d", &a, &b, &c) != 3) return 1;
    short cube[a][b][c];
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                cube[i][j][k] = i + j * k;
    cube[1][2][1] = 9;
    for (int i = 0; i < a; i++)
        sum += cube[i][b - 1][c - 1];
    printf("%d\n", sum);
    return 0;
}

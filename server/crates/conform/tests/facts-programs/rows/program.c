#include <stdio.h>
typedef double number;
static number trace(int n, number (*m)[n]) {
    number t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}
int main(void) {
    int r, c;
    scanf("%d %d", &r, &c);
    typedef number row[c];
    row m[r];
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            scanf("%lf", &m[i][j]);
    row *last = &m[r - 1];
    (*last)[0] *= 2;
    printf("%.1f %.1f\n", trace(r, m), m[1][0]);
    return 0;
}

#include <stdio.h>

/* Prints the largest of three numbers. */
int main(void) {
    int a, b, c;
    scanf("%d %d %d", &a, &b, &c);
    int largest = a;
    if (b > a)
        largest = b;
    if (c > a)
        largest = c;
    printf("%d\n", largest);
    return 0;
}

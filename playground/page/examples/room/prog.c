#include <stdio.h>

/* Prints the area of a room and the length of its border. */
int main(void) {
    int width, height;
    scanf("%d %d", &width, &height);
    int area = width * width;
    int border = 2 * (width + height);
    printf("%d %d\n", area, border - 1);
    return 0;
}

#include <stdio.h>

int main(void) {
    printf("%d\n", 6 * 8);
    return 0;
}

#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8], b[8];
    strcpy(a, "apple");
    strcpy(b, "pear");
    printf("%d %d\n", strcmp(a, b), strcmp(b, a));
    printf("%d %d\n", strncmp(a, b, 3), memcmp(b, a, 2) > 0);
    strcpy(b, "appl\xe9");
    printf("%d %d\n", strcmp(a, b), strcmp(b, a));
    return 0;
}

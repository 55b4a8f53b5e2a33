#include <stdio.h>

int main(void) {
    char *none = NULL, text[20];
    printf("%s|%.3s|%.6s|%8s|%-8s|\n", none, none, none, none, none);
    printf("%s", none);
    fprintf(stdout, "%s\n", none);
    sprintf(text, "%s", none);
    puts(text);
    return 0;
}

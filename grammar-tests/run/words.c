/* Functions on strings that keep something between calls, or look for one of several characters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char line[] = "  one, two;three  ,, four ";
    char path[] = "/usr//lib";
    char *token, *rest, *copy;

    for (token = strtok(line, " ,;"); token; token = strtok(NULL, " ,;"))
        printf("[%s]", token);
    for (token = strtok_r(path, "/", &rest); token; token = strtok_r(NULL, "/", &rest))
        printf("<%s>", token);
    printf("\n%s|%d\n", strpbrk("key=value", "=:"), strpbrk("plain", "=:") == NULL);
    printf("%s\n", (char *)memchr("abcdef", 'd', 6));
    printf("%d %d %d\n", strcasecmp("Hello", "hELLO"), strncasecmp("HELP", "hello", 3) == 0,
           strcasecmp("a", "B") < 0);
    copy = strndup("truncated", 5);
    printf("%s %d\n", copy, (int)strnlen(copy, 3));
    free(copy);
    if (__builtin_expect(copy != NULL, 1))
        puts("expected");
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    FILE *a, *b;
    char *line = NULL, word[10];
    size_t size = 0;
    long n;
    int i;
    a = fopen("in.txt", "w");
    printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(a) >= 3);
    setvbuf(a, NULL, _IONBF, 0);
    setbuf(a, NULL);
    for (i = 0; i < 5; i++)
        fprintf(a, "line %d %.*s;\n", i, i * 40, "a long line, longer than the buffer is, a long line, longer than it, "
                "and again longer and longer and longer than that one, until the end of it comes");
    fflush(a);
    b = fopen("in.txt", "r");
    while ((n = getline(&line, &size, b)) != -1)
        printf("%ld %zu %d %s", n, size, (int)strlen(line), line);
    rewind(b);
    while ((n = getdelim(&line, &size, ';', b)) != -1)
        printf("%ld ", n);
    printf("%d\n", feof(b));
    fclose(b);
    fclose(a);
    if (!freopen("in.txt", "r", stdin))
        return 1;
    while (scanf("%9s", word) == 1)
        printf("%s,", word);
    printf("%d\n", getchar());
    if (freopen("none.txt", "r", stdin))
        return 2;
    fflush(stdout);
    a = stdout;
    fprintf(a, "%s\n", "through a pointer");
    putc('c', a);
    fputs("!\n", a);
    free(line);
    freopen("out.txt", "w", stdout);
    printf("not seen\n");
    puts("nor this");
    fclose(stdout);
    b = fopen("out.txt", "r");
    return (int)fread(word, 1, 10, b);
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *name) {
    FILE *f = fopen(name, "r");
    int c;
    printf("%s:", name);
    if (!f) {
        puts(" none");
        return;
    }
    while ((c = fgetc(f)) != EOF)
        printf(" %02x", c);
    printf(" eof %d error %d", feof(f), ferror(f));
    printf(" close %d\n", fclose(f));
}

int main(void) {
    char line[32], word[16];
    int number, i;
    fpos_t place;
    FILE *f = fopen("a.txt", "w");
    fprintf(f, "%d %s\n%5.2f|\n", 42, "words", 3.14159);
    fputs("line 3\n", f);
    fputc('x', f);
    putc('y', f);
    printf("at %ld\n", ftell(f));
    fclose(f);
    show("a.txt");
    f = fopen("a.txt", "a+");
    fputs("\nappended", f);
    rewind(f);
    while (fgets(line, sizeof line, f))
        printf("[%s] at %ld\n", line, ftell(f));
    printf("eof %d\n", feof(f));
    fseek(f, 0, SEEK_SET);
    printf("eof %d ", feof(f));
    printf("scan %d", fscanf(f, "%d %15s", &number, word));
    printf(": %d %s at %ld\n", number, word, ftell(f));
    fclose(f);
    f = fopen("a.txt", "r+b");
    fseek(f, 3, SEEK_SET);
    fgetpos(f, &place);
    fputs("WORDS", f);
    fsetpos(f, &place);
    i = fgetc(f);
    printf("%c at %ld, ", i, ftell(f));
    ungetc('?', f);
    printf("at %ld, ", ftell(f));
    printf("%c", fgetc(f));
    printf("%c\n", fgetc(f));
    fseek(f, -4, SEEK_END);
    printf("%s\n", fgets(line, 3, f));
    fseek(f, 1, SEEK_CUR);
    printf("%d ", fgetc(f));
    printf("%d ", fgetc(f));
    printf("%d ", fgetc(f));
    printf("%d\n", feof(f));
    clearerr(f);
    printf("%d\n", feof(f));
    fseek(f, 30, SEEK_END);
    fputc('!', f);
    fclose(f);
    show("a.txt");
    printf("rename %d\n", rename("a.txt", "b.txt"));
    show("a.txt");
    printf("remove %d %d\n", remove("b.txt"), remove("b.txt"));
    show("b.txt");
    f = tmpfile();
    fputs("temporary", f);
    rewind(f);
    printf("%s\n", fgets(line, sizeof line, f));
    fclose(f);
    f = fopen("./x/../c.txt", "w");
    printf("%d\n", f == NULL);
    f = fopen("/dev/null", "r");
    printf("%d ", fgetc(f));
    printf("%d\n", feof(f));
    return 0;
}

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void try(const char *name, const char *mode) {
    FILE *f;
    errno = 0;
    f = fopen(name, mode);
    printf("%s %s: %d %s\n", name, mode, f != NULL, strerror(errno));
    if (f)
        fclose(f);
}

int main(void) {
    FILE *f;
    char line[8];
    try("none", "r");
    try("none", "r+");
    try("none/none", "w");
    try("made", "wx");
    try("made", "wx");
    try("made", "q");
    try(".", "w");
    try("made", "rb+");
    errno = 0;
    f = fopen("made", "w");
    printf("%d ", fgetc(f));
    printf("%d %s\n", ferror(f) != 0, strerror(errno));
    printf("%d\n", fgets(line, 8, f) == NULL);
    clearerr(f);
    printf("%d\n", ferror(f));
    fclose(f);
    f = fopen("made", "r");
    errno = 0;
    printf("%d ", fputc('x', f));
    printf("%d %s\n", ferror(f) != 0, strerror(errno));
    printf("%d %d\n", fprintf(f, "text") < 0, fputs("text", f));
    errno = 0;
    printf("%d ", fseek(f, -1, SEEK_SET));
    puts(strerror(errno));
    errno = 0;
    printf("%d ", fseek(f, 0, 9));
    puts(strerror(errno));
    fclose(f);
    errno = 0;
    printf("%d ", remove("absent"));
    puts(strerror(errno));
    errno = 0;
    printf("%d ", rename("absent", "b"));
    puts(strerror(errno));
    return 0;
}

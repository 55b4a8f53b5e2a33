// Streams in memory, and wide text.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
    char *text = NULL, word[20], out[8];
    size_t length = 0;
    int number;
    FILE *memory = open_memstream(&text, &length);
    for (int i = 0; i < 4; i++)
        fprintf(memory, "%d,", i * i);
    fflush(memory);
    printf("%s %d\n", text, (int)length);
    fputs("end", memory);
    fclose(memory);
    printf("%s %d\n", text, (int)length);
    free(text);
    char source[] = "12 abc\nsecond line\n";
    memory = fmemopen(source, strlen(source), "r");
    printf("%d", fscanf(memory, "%d %19s", &number, word));
    printf(" %d %s", number, word);
    printf("%c", fgetc(memory));
    printf("%s", fgets(word, sizeof word, memory));
    printf("%d\n", fgetc(memory));
    fclose(memory);
    memory = fmemopen(out, sizeof out, "w");
    fprintf(memory, "xy%d", 5);
    fclose(memory);
    puts(out);
    wchar_t wide[30];
    printf("%d", swprintf(wide, 30, L"%d-%ls-%s", 42, L"wide", "narrow"));
    printf(" %ls", wide);
    printf(" %d\n", swprintf(wide, 3, L"%d", 12345));
    return 0;
}

// Functions that run before main: by their definition, by a declaration, and static ones that register something.
#include <stdio.h>
#include <stdlib.h>

struct entry {
    const char *name;
    int (*run)(void);
};

static struct entry *entries;
static int count;

static void add(const char *name, int (*run)(void))
{
    entries = realloc(entries, (count + 1) * sizeof *entries);
    entries[count].name = name;
    entries[count++].run = run;
}

#define TASK(name) \
    static int name(void); \
    static void add_##name(void) __attribute__((constructor)); \
    static void add_##name(void) { add(#name, name); } \
    static int name(void)

TASK(first) { return 1; }

TASK(second) { return 22; }

__attribute__((constructor)) void prepare(void)
{
    printf("%d before main\n", count);
}

int main(void)
{
    for (int i = 0; i < count; i++)
        printf("%s: %d\n", entries[i].name, entries[i].run());
    free(entries);
    return 0;
}

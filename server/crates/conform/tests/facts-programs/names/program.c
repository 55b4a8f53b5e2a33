#include <stdio.h>
#include <string.h>

int limit = 3;
static int *last;

union view {
    int *where;
    unsigned char bytes[sizeof(int *)];
};

static int *counter(void) {
    static int count = 5;
    return &count;
}

static int sum(int *limit, int *count, char **argv) {
    union view seen;
    unsigned char copy[sizeof limit];
    seen.where = limit;
    memcpy(copy, &count, sizeof count);
    int total = *limit + *count + (argv[0] != NULL) + (seen.where == limit);
    last = count;
    return total - (int)sizeof copy;
}

int main(int argc, char **argv) {
    int count = argc, **indirect = &last;
    int *outer = &limit;
    {
        int limit = 7, *inner = &limit;
        count += sum(outer, counter(), argv) + *inner;
    }
    argv++;
    printf("%d %d %d\n", count, **indirect, *argv == NULL);
    return 0;
}

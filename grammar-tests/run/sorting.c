/* qsort and bsearch with comparisons of the program's and of the library's own; equal elements keep their order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int weight;
    char name[8];
};

static int comparisons;

static int by_weight(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    comparisons++;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    struct item items[] = {{3, "c"}, {1, "a"}, {3, "d"}, {2, "b"}, {1, "e"}, {3, "f"}, {0, "z"}};
    const char *words[] = {"pear", "apple", "fig", "plum", "apple"};
    char letters[4][8] = {"delta", "alpha", "gamma", "beta"};
    int numbers[9], i, key = 12, missing = 13;
    int *found;
    int (*measure)(int) = abs;
    size_t (*length)(const char *) = strlen;

    qsort(items, sizeof items / sizeof *items, sizeof *items, by_weight);
    for (i = 0; i < 7; i++)
        printf("%d%s ", items[i].weight, items[i].name);
    printf("in %d\n", comparisons);
    qsort(words, 5, sizeof *words, by_text);
    for (i = 0; i < 5; i++)
        printf("%s ", words[i]);
    qsort(letters, 4, sizeof *letters, (int (*)(const void *, const void *))strcmp);
    for (i = 0; i < 4; i++)
        printf("%s ", letters[i]);
    for (i = 0; i < 9; i++)
        numbers[i] = (i * 5 + 3) % 9 * 3;
    qsort(numbers, 9, sizeof *numbers, by_number);
    for (i = 0; i < 9; i++)
        printf("%d ", numbers[i]);
    found = bsearch(&key, numbers, 9, sizeof *numbers, by_number);
    printf("at %d, ", (int)(found - numbers));
    printf("%s\n", bsearch(&missing, numbers, 9, sizeof *numbers, by_number) ? "there" : "not there");
    qsort(numbers, 0, sizeof *numbers, by_number);
    printf("%d %d %d\n", measure(-7), (int)length("four"), (int)llabs(-5000000000LL % 1000 - 1));
    return 0;
}

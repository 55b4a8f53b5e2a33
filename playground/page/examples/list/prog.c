#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

/* Puts a value at the front of a list. */
struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}

/* The number of nodes with this value. */
int count(const struct node *list, int value) {
    int found = 0;
    while (list->next != NULL) {
        if (list->value == value)
            found++;
        list = list->next;
    }
    return found;
}

/* Reads a value, then numbers, and tells how many of them are equal to the value. */
int main(void) {
    int wanted, number;
    struct node *list = NULL;
    scanf("%d", &wanted);
    while (scanf("%d", &number) == 1)
        list = push(list, number);
    printf("%d\n", count(list, wanted));
    return 0;
}

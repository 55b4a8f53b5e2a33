/* As deep as gcc's programs get with the stack that most systems give them. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static int depth(int n)
{
    return n ? 1 + depth(n - 1) : 0;
}

static long sum(const struct node *list)
{
    if (!list)
        return 0;
    return list->value + sum(list->next);
}

static int squares(int n)
{
    int row[n];
    row[n - 1] = n * n;
    return n > 1 ? row[n - 1] + squares(n - 1) : row[0];
}

int main(void)
{
    struct node *list = NULL;
    long s;
    for (int i = 0; i < 20000; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 1;
        node->next = list;
        node->value = i;
        list = node;
    }
    s = sum(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    printf("%d %d %ld %d\n", depth(20000), depth(120000), s, squares(500));
    return 0;
}

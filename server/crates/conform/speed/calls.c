/* Recursion, and a struct list on the heap. */
#include <stdio.h>
#include <stdlib.h>

struct node { int key; struct node *left, *right; };

static struct node *insert(struct node *n, int key)
{
    if (!n) {
        n = malloc(sizeof *n);
        n->key = key;
        n->left = n->right = NULL;
    } else if (key < n->key) {
        n->left = insert(n->left, key);
    } else {
        n->right = insert(n->right, key);
    }
    return n;
}

static int height(const struct node *n)
{
    if (!n)
        return 0;
    int l = height(n->left), r = height(n->right);
    return 1 + (l > r ? l : r);
}

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void)
{
    struct node *root = NULL;
    unsigned x = 12345;
    for (int i = 0; i < 20000; i++) {
        x = x * 1103515245u + 12345u;
        root = insert(root, (int)(x >> 8));
    }
    printf("%d %d\n", height(root), fib(26));
    return 0;
}

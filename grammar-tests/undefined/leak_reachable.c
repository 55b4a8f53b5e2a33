// none: what a global variable leads to is not leaked
// options: leaks
// ours: none
#include <stdlib.h>

struct node { struct node *next; };
static struct node *list;

int main(void)
{
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    return 0;
}

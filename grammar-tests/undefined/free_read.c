// asan: heap-use-after-free
// fault: 13
#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void)
{
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = NULL;
    while (n) {
        free(n);
        n = n->next; //~ undefined: heap-use-after-free: read of 8 bytes at byte 8 of the block of 16 bytes allocated at line 9 and freed at line 13
    }
    return 0;
}

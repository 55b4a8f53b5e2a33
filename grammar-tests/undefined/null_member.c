// ubsan: member access within null pointer
// fault: 7
struct node { int value; struct node *next; };

static int last(const struct node *n)
{
    while (n->next->next) //~ undefined: null pointer dereference: access to a member
        n = n->next;
    return n->value;
}

int main(void)
{
    struct node only = {1, 0};
    return last(&only);
}

/* As programs were written before 1989. */
typedef struct cell { int value; struct cell *next; } cell;

counter = 3;

twice(n) { return n * 2; }

double scale(x, by)
double x;
int by; /* a comment between */

{
    return x * by;
}

cell *link_cell(value, next)
    int value;
    cell *next;
{
    static cell cells[4];
    static used = 0;
    cells[used].value = value;
    cells[used].next = next;
    return &cells[used++];
}

sum(c, f) register cell *c; int (*f)();
{
    register total = 0;
    while (c) {
        total += f(c->value);
        c = c->next;
    }
    return total;
}

main(argc, argv)
int argc;
char *argv[];
{
    return sum(link_cell(1, link_cell(2, (cell *) 0)), twice) + scale(1.0, 2) - counter;
}

// The name of a function in parentheses, as headers protect it from macros.
#include <stdio.h>

typedef struct box { int size; } box;

extern box *(make)(int size);

#define other() 3

int (twice)(int x) { return 2 * x; }

box *(make) (int size)
{
    static box made;
    made.size = size;
    return &made;
}

static const char *(name) (box *b, int k) { return b->size + k > 3 ? "big" : "small"; }

box *(*pick(int i)) (int) { return i ? make : 0; }

int (other) (void) { return 5; }

int main(void)
{
    printf("%d %d %s ", twice(3), make(4)->size, name(make(1), 1));
    printf("%d %d\n", pick(1)(7)->size, (other)() + other());
    return 0;
}

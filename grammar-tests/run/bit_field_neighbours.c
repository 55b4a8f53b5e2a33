#include <stdio.h>

struct head { unsigned kind : 8, flags : 4, more : 4, data : 16; };

/* An unset value in one bit-field leaves the others of its unit as they are. */
int main(void)
{
    struct head h = { 1, 2, 3, 4 };
    unsigned unset;
    h.data = unset;
    if (h.kind == 1)
        puts("kind");
    h.data = 7;
    printf("%d %d %d %d\n", h.kind, h.flags, h.more, h.data);
    h.flags = unset;
    if (h.kind == 1 && h.more == 3)
        puts("more");
    return 0;
}

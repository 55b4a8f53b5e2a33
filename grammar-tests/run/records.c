/* Structs and unions: by value, nested, anonymous, flexible, as bytes. */
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

union view { unsigned u; float f; unsigned char bytes[4]; struct { unsigned short low, high; }; };
struct shape { enum { CIRCLE, BOX } kind; union { int radius; struct { int width, height; }; }; };
struct list { int count; int items[]; };
static struct list fixed = {3, {10, 20, 30}};
struct flags { unsigned ready : 1, mode : 3; signed level : 4; unsigned : 0; unsigned long wide : 32; _Bool on : 1; };

struct mixed { unsigned half : 16; unsigned long rest : 40; unsigned char tail : 7; };

static struct shape grown(struct shape s, int by)
{
    if (s.kind == CIRCLE) s.radius += by;
    else { s.width += by; s.height += by; }
    return s;
}

static int area(const struct shape *s) { return s->kind == CIRCLE ? 3 * s->radius * s->radius : s->width * s->height; }

int main(void)
{
    union view v = {.f = 1.0f};
    printf("%x %x %x %d\n", v.u, v.high, v.low, v.bytes[3]);
    v.bytes[0] = 1;
    printf("%x\n", v.u);
    struct shape shapes[] = {{CIRCLE, {2}}, [2] = {.kind = BOX, .width = 3, .height = 4}};
    printf("%d %d %d\n", area(&shapes[0]), area(&shapes[1]), area(&(struct shape){BOX, .width = 2, .height = 9}));
    shapes[1] = grown(shapes[2], 1);
    printf("%d %d\n", area(&shapes[1]), grown(shapes[0], 5).radius);
    struct list *l = malloc(sizeof *l + 2 * sizeof(int));
    l->count = 2;
    l->items[0] = 7; l->items[1] = 8;
    printf("%d %d %zu\n", fixed.items[2], l->items[1] + l->count, sizeof *l);
    free(l);
    struct flags f = {1, 5, -3, 0xfffffffful, 1};
    f.mode += 4;
    f.level--;
    f.wide++;
    printf("%u %u %d %lu %d %zu\n", f.ready, f.mode, f.level, (unsigned long)f.wide, f.on, sizeof f);
    printf("%d\n", memcmp(&shapes[0], &(struct shape){CIRCLE, {2}}, offsetof(struct shape, radius) + sizeof(int)));
    struct mixed m;
    m.half = 0x1234;
    m.rest = 0x56789abcdeul;
    printf("%x %lx %zu\n", m.half, (unsigned long)m.rest, sizeof m);
    m.tail = 99;
    printf("%d %x\n", m.tail, m.half);
    printf("%zu\n", (size_t)&((struct shape *)0)->height);
    int *p = 0;
loop:
    {
        int *q = (int[]){1, 2};
        if (!p) { p = q; *p = 5; goto loop; }
        printf("%d\n", *q);
    }
    return 0;
}

struct point { int x, y; };
typedef struct { struct point from, to; } line;
struct tree { struct tree *left, *right; int key; };
union number { int i; float f; unsigned char bytes[4]; };
struct flags { unsigned a : 1, b : 3, : 4, c : 8; int : 0; signed d : 2; };
struct outer { int tag; union { int i; char c; }; struct { int low, high; } range; };

static struct point mirror(struct point p)
{
    struct point q = { .x = p.y, .y = p.x };
    return q;
}

int main(void)
{
    line l = { { 1, 2 }, { .y = 4, .x = 3 } };
    struct tree leaf = { 0, 0, 5 }, root = { &leaf, 0, 6 };
    union number n;
    struct flags f = { 1, 2, 3 };
    struct outer o;
    struct point p = mirror(l.to), *at = &p;
    n.i = 0;
    n.bytes[1] = 1;
    f.b += 5;
    o.i = 1;
    o.range.high = 2;
    at->x += (*at).y;
    p = mirror(p);
    return root.left->key + n.i + f.b + o.c + o.range.high + mirror(p).x;
}

// gcc only warns: a last member without its semicolon, and specifiers that declare nothing more.
struct unfinished { int x; long b };
struct nested { struct { int i }; int (*f)(void); int bits : 3 };
union open { char c[4] };
static struct no_object { int i; };
typedef struct no_name { char c; };
extern enum no_variable { NO_A, NO_B };

int of_unfinished(void) {
    register struct local { int i };
    struct unfinished u = { 1, 2 };
    struct nested n = { { 3 }, 0, 1 };
    struct local l = { NO_B };
    return u.b + n.i + l.i;
}

/* `typeof`, of expressions that begin like a type, and of types that look like expressions. */
#include <stdio.h>

#define SIZE(name, ...) __typeof__(__VA_ARGS__) name; printf("%s: %d\n", #__VA_ARGS__, (int)sizeof name)
#define NUMBER(name, ...) __typeof__(__VA_ARGS__) name = 2.5; printf("%s: %d %g\n", #__VA_ARGS__, (int)sizeof name, (double)name)
#define max(a, b) ({ __typeof__((a) + 0) a_ = (a); __typeof__((b) + 0) b_ = (b); a_ > b_ ? a_ : b_; })

typedef long word;
struct pair { char c; word w; };

static char small(void) { return 3; }
static int *place(void) { static int at[3]; return at; }
static long (*chosen(void))(void);
static long lot(void) { return 40; }
static long (*chosen(void))(void) { return lot; }
static struct pair make(void) { return (struct pair){ 1, 2 }; }

static __typeof__((small()) + 0) outside = 7;
static __typeof__((sizeof(int)) * 2) size_outside = 8;

int main(void)
{
    word w = 5;
    char c = 1;
    float f = 2;
    NUMBER(a, (small()) + 0);
    NUMBER(b, (small()));
    NUMBER(d, small());
    NUMBER(e, (small()) - 1L);
    NUMBER(g, (small()) * f);
    NUMBER(h, (place())[1]);
    SIZE(i, (place()) + 1);
    NUMBER(j, *(place()));
    NUMBER(k, (chosen())());
    NUMBER(l, (make()).c);
    NUMBER(m, (make()).w + (c));
    NUMBER(n, (c));
    NUMBER(o, (c) + (c));
    NUMBER(p, (c) - 1);
    NUMBER(q, (c) & 1u);
    NUMBER(r, (w) * (c));
    NUMBER(s, (word) c);
    NUMBER(t, (word) + c);
    NUMBER(u, word);
    SIZE(v, word *);
    NUMBER(x, (small()) ? (c) : (f));
    NUMBER(y, (small(), 1.5));
    NUMBER(z, ((small()) + 0) * (w));
    printf("%d %d %ld\n", outside, (int)size_outside, max(small(), (lot())));
    printf("%d\n", (int)(sizeof((small()) + 0) + sizeof(small()) + sizeof(__typeof__((make()).w) [2])));
    return 0;
}

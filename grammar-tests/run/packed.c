/* Layout that attributes ask for. */
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct __attribute__((packed)) message {
    uint8_t kind;
    uint32_t length;
    uint16_t flags;
    double value;
};

struct half {
    char c;
    int x __attribute__((packed));
    int y;
};

#pragma pack(push, 1)
struct wire { char tag; short a; long b; struct half inner; int list[2]; };
#pragma pack(push, 2)
struct two { char tag; int a; };
#pragma pack(pop)
struct again { char tag; int a; };
#pragma pack(pop)
struct usual { char tag; int a; };

struct bits {
    unsigned a : 5;
    unsigned b : 30;
    unsigned c : 13;
    int d : 7;
    unsigned char e : 3;
} __attribute__((packed));

struct __attribute__((packed)) odd { int s : 1; int t : 20; };
struct __attribute__((packed)) five { unsigned char c; unsigned long v : 27; };

typedef struct { char c; _Alignas(16) int x; } spread;
struct big { char c; } __attribute__((aligned(32)));
enum __attribute__((packed)) small { LOW, HIGH = 200 };
typedef int wide __attribute__((mode(DI)));

static void dump(const void *p, size_t n)
{
    const unsigned char *bytes = p;
    for (size_t i = 0; i < n; i++)
        printf("%02x", bytes[i]);
    printf("\n");
}

int main(void)
{
    struct message m = {1, 0x11223344, 0x5566, 1.5};
    printf("%zu %zu %zu %zu\n", sizeof m, offsetof(struct message, length), offsetof(struct message, flags),
           offsetof(struct message, value));
    m.length += 2;
    m.flags ^= 0xff;
    m.value *= 2;
    dump(&m, sizeof m);
    struct message copy = m;
    printf("%u %u %.1f\n", copy.length, copy.flags, copy.value);
    struct message *p = &copy;
    p->length--;
    printf("%u\n", p->length++ + p->length * 0);

    printf("%zu %zu %zu\n", sizeof(struct half), offsetof(struct half, x), offsetof(struct half, y));
    struct wire w;
    memset(&w, 0, sizeof w);
    w.tag = 1; w.a = -2; w.b = 3; w.inner.x = 4; w.inner.y = 5; w.list[1] = 6;
    dump(&w, sizeof w);
    printf("%d %ld %d %d\n", w.a, w.b, w.inner.x + w.inner.y, w.list[1]);
    printf("%zu %zu %zu %zu\n", sizeof(struct wire), sizeof(struct two), sizeof(struct again), sizeof(struct usual));

    struct bits b;
    memset(&b, 0, sizeof b);
    b.a = 21; b.b = 0x2aaaaaaa; b.c = 0x1555; b.d = -3; b.e = 5;
    dump(&b, sizeof b);
    printf("%zu %u %u %u %d %u\n", sizeof b, b.a, b.b, b.c, b.d, b.e);
    b.b++;
    b.d -= 60;
    printf("%u %d\n", b.b, b.d);

    printf("%zu %zu %zu %zu\n", sizeof(spread), offsetof(spread, x), sizeof(struct big), _Alignof(struct big));
    struct odd odds[] = {{0, 9}, {-1, -77777}, {0, 524287}};
    odds[0].t -= 100000;
    printf("%zu %d %d %d %d\n", sizeof odds, odds[0].t, odds[1].s, odds[1].t, odds[2].t);
    struct five five = {7, 0x5abcdef};
    five.v++;
    printf("%zu %d %lx\n", sizeof five, five.c, (unsigned long)five.v);
    printf("%zu %zu %d\n", sizeof(enum small), sizeof(wide), (enum small)300);
    return 0;
}

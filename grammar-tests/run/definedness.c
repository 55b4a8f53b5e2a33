/* Only some bits of a value are determinate, and only those decide anything. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct flags {
    unsigned a : 3, b : 5;
    unsigned long c : 40;
};

struct mixed {
    unsigned low : 16;
    unsigned long high : 32;
};

static unsigned char masked(unsigned char byte, unsigned char mask) {
    return byte & mask;
}

/* Bits are shifted in until none is left of the old ones. */
static void shifts(void) {
    unsigned char *byte = malloc(1);
    unsigned *word = malloc(sizeof *word);
    uint16_t crossed;
    int i;
    for (i = 0; i < 8; i++)
        *byte = (*byte >> 1) | (i % 2 ? 0x80 : 0);
    for (i = 0; i < 32; i++)
        *word = *word << 1 | (i % 3 == 0);
    for (i = 0; i < 16; i++)
        crossed = (uint16_t)(crossed >> 1 | (i & 1) << 15);
    printf("%d %u %d\n", *byte, *word, crossed);
    free(byte);
    free(word);
}

/* Masks set and clear some bits, of which others are tested. */
static void masks(void) {
    unsigned char *set = malloc(4), copy[4];
    int table[16] = {0}, number;
    table[9] = 4;
    set[0] = (set[0] & 0x0f) | 0x50;
    set[0] = (set[0] & 0xf0) | 0x07;
    set[1] |= 8;
    set[2] &= ~1;
    printf("%02x %d %d\n", set[0], set[1] & 8, !(set[2] & 1));
    number |= 0x7fffffff;
    printf("%d %d\n", number & 0xff, masked(set[1] | 1, 9));
    set[1] = (set[1] & 0xf0) | 9;
    memcpy(copy, set, sizeof copy);
    printf("%d\n", table[copy[1] & 15]);
    free(set);
}

/* The determinate bits decide comparisons and sums. */
static void comparisons(void) {
    unsigned wide, small;
    int sum;
    signed char sign;
    long *halves = malloc(sizeof *halves);
    wide = wide >> 8;
    small = small & 3;
    sum = (int)(wide & 1) + 2;
    sign = (signed char)(sign | 0x80);
    *(int *)halves = 42;
    printf("%d %d %d\n", wide < 0x1000000u, small <= 3, small + 4 > 3);
    printf("%d %d %d\n", sum & 4, sign < 0, (int)(*halves & 0xffffffff));
    printf("%d %d\n", (wide | 0x10) == 0, (wide | 0x10) != 0 ? 1 : 2);
    if (wide | 2)
        printf("%d\n", !(small | 1));
    free(halves);
}

static void fields(void) {
    struct flags *made = malloc(sizeof *made), copy;
    struct mixed mixed;
    made->a = 5;
    made->c = 123456789012;
    copy = *made;
    printf("%u %lu\n", copy.a, (unsigned long)copy.c);
    made->b = 17;
    made->a = 2;
    printf("%u %u\n", made->a, made->b);
    mixed.high = 0xffffffff;
    mixed.high >>= 4;
    printf("%lx\n", (unsigned long)mixed.high);
    mixed.low = 0x1234;
    printf("%x %lx\n", mixed.low, (unsigned long)mixed.high);
    free(made);
}

int main(void) {
    shifts();
    masks();
    comparisons();
    fields();
    return 0;
}

#include <stdio.h>

struct inner { int z, w; };
struct outer { int x; struct inner in; };
struct tagged { int tag; union { int whole; char first; struct { short low, high; } half; } u; };
struct text { char s[8]; int after; };

static struct outer global = { .in.w = 4, .in = { .z = 1 } };
static int matrix[2][2] = { [0][1] = 4, [0] = { 1 } };
static struct tagged other_member = { .u.whole = 0x01020304, .u.first = 5 };
static struct tagged same_member = { .u.half.low = 3, .u.half.high = 4 };
static struct { unsigned a : 3, b : 5, c : 4; int d; } bits = { .b = 3, .a = 2, .b = 7, 9, .d = 1 };
static struct text over_element = { .s[5] = 'q', .s = "ab", .after = 1 };
static struct text element_over = { .s = "abcdef", .s[1] = 'X' };

static int calls;

static int told(int value) {
    printf("(%d)", value);
    calls++;
    return value;
}

int main(void) {
    struct outer local = { .in.w = 4, .in = { .z = 1 } };
    struct outer whole = { 1, { 2, 3 } };
    struct outer list[2] = { [0].x = 9, [0] = whole, [1].in.w = 8, [1] = { 7 } };
    struct tagged member = { .u.whole = 0x01020304, .u.first = 5 };
    int last_wins[2] = { [0] = told(1), [1] = told(2), [0] = told(3) };
    int rows[2][3] = { { told(1), told(2) }, [0][2] = told(3), told(4), [0] = { told(5) } };
    int once[3] = { [0 ... 2] = told(6) };
    int around[5] = { [0 ... 4] = 1, [2] = told(7), [1 ... 3] = 8 };
    printf("\n%d calls\n", calls);
    printf("%d %d, %d %d\n", global.in.z, global.in.w, matrix[0][0], matrix[0][1]);
    printf("%x %d %d\n", other_member.u.whole, same_member.u.half.low, same_member.u.half.high);
    printf("%u %u %u %d\n", bits.a, bits.b, bits.c, bits.d);
    printf("%d %d %s, %s\n", over_element.s[5], over_element.after, over_element.s, element_over.s);
    printf("%d %d, %d %d %d %d, %x\n", local.in.z, local.in.w, list[0].x, list[0].in.w, list[1].x, list[1].in.w,
           member.u.whole);
    printf("%d %d, %d %d %d %d\n", last_wins[0], last_wins[1], rows[0][0], rows[0][1], rows[0][2], rows[1][0]);
    printf("%d %d %d, %d %d %d %d %d\n", once[0], once[1], once[2], around[0], around[1], around[2], around[3], around[4]);
    return 0;
}

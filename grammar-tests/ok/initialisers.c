struct pair { int a; int b[2]; };
int zeros[3] = { 0 };
int sized[] = { 1, 2, [4] = 5, 6 };
int matrix[][2] = { { 1, 2 }, { 3 }, 4, 5 };
struct pair pairs[2] = { { 1, { 2, 3 } }, [1].b[1] = 9 };
char text[] = "abc" "def", cut[2] = "ab", *pointer = "ghi";
int *inside = &sized[2];
int braces = { 7 };

int main(void)
{
    struct pair p = { .b = { 1 }, .a = 3 };
    struct pair *q = &(struct pair) { 4, { 5 } };
    int local[2] = { zeros[0], p.a };
    return sizeof sized / sizeof sized[0] + matrix[2][1] + pairs[1].b[1] + text[5] + cut[1] + *pointer + *inside
        + braces + q->a + local[1] + ((int[]) { 1, 2 })[1];
}

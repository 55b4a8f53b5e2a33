// output: 4 9\n
// event: wrong output
#include <stdio.h>
struct pair {
    int left, right;
};
static void set_right(struct pair *p, int value)
{
    p->right = value;
}
static void fill(struct pair *all, int n)
{
    for (int i = 0; i < n; i++)
        set_right(&all[i], 4);
}
int main(void)
{
    struct pair both[2] = {{1, 2}, {3, 9}}; //^ data
    struct pair alone = {7, 8};
    int ready = 0; //^
    if (ready) //^
        fill(both, 2);
    if (both[0].left > 1)
        set_right(&alone, 1);
    printf("%d %d\n", both[0].right, both[1].right); //^ data
    return alone.left - 7;
}

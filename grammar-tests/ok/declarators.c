int *pointers[3], (*to_array)[3], grid[2][3], (plain);
int (*function)(int, int), *(*returns_pointer)(void);
int (*table[2])(int, int);

static int add(int a, int b) { return a + b; }
static int *where(void) { return &plain; }
static int (*choose(int which))(int, int) { return which ? add : 0; }
static int apply(int f(int, int), int a[], int m[][3]) { return f(a[0], m[1][2]); }

int main(void)
{
    int row[3] = { 1, 2, 3 };
    int *const fixed = row;
    int **twice = &pointers[0];
    function = add;
    table[0] = &add;
    returns_pointer = where;
    to_array = &row;
    pointers[0] = fixed + 1;
    grid[1][2] = 4;
    *returns_pointer() = 1;
    return choose(1)(1, 2) + (*function)(1, 1) + table[0](1, 1) + **twice + (*to_array)[2] + apply(add, row, grid);
}

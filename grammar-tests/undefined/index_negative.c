// ubsan: index -1 out of bounds for type
struct table { int before; int cells[3]; int after; };

int main(void)
{
    struct table t = {1, {2, 3, 4}, 5};
    int i = 0;
    i--;
    return t.cells[i]; //~ undefined: index -1 out of bounds for type `int[3]`
}

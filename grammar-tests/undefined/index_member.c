// ubsan: index 4 out of bounds for type
// fault: 8
struct record { int marks[4]; int total; };

int main(void)
{
    struct record r = {{1, 2, 3, 4}, 0};
    for (int i = 0; i <= 4; i++)
        r.marks[i] = i; //~ undefined: index 4 out of bounds for type `int[4]`
    return r.total;
}

// ubsan: index 3 out of bounds for type
// fault: 7
int main(void)
{
    int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int sum = 0;
    for (int i = 0; i <= 3; i++)
        sum += grid[0][i]; //~ undefined: index 3 out of bounds for type `int[3]`
    return sum;
}

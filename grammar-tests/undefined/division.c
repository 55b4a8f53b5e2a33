// ubsan: division by zero
// fault: 10
static int average(int sum, int count)
{
    return sum / count; //~ undefined: division by zero
}

int main(void)
{
    return average(10, 0);
}

// ubsan: division by zero
static int average(int sum, int count)
{
    return sum / count; //~ undefined: division by zero
}

int main(void)
{
    return average(10, 0);
}

// ubsan: division by zero
int main(void)
{
    unsigned n = 0;
    return 7u % n; //~ undefined: division by zero
}

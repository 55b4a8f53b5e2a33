// ubsan: division by zero
// fault: 5
int main(void)
{
    unsigned n = 0;
    return 7u % n; //~ undefined: division by zero
}

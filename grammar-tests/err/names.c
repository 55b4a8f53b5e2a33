int main(void)
{
    unknown_t value; //~ unknown_t
    return undeclared; //~ undeclared
}

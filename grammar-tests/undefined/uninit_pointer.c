// msan: use-of-uninitialized-value
int main(void)
{
    int *p;
    int **q = &p;
    return **q; //~ undefined: use of an uninitialised value: it is used as a pointer or an index
}

// ubsan: load of null pointer
int main(void)
{
    int *p = 0;
    return *p; //~ undefined: null pointer dereference: read of 4 bytes
}

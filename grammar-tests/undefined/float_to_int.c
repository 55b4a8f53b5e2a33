// ubsan: 3e+10 is outside the range of representable values of type 'int'
// fault: 5
int main(void)
{
    double big = 3e10;
    int x = big; //~ undefined: 3e+10 is outside the range of representable values of type `int`
    return x > 0;
}

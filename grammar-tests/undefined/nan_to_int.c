// ubsan: is outside the range of representable values of type 'unsigned int'
#include <math.h>

int main(void)
{
    double zero = 0.0;
    unsigned x = (unsigned)(zero / zero); //~ undefined: nan is outside the range of representable values of type `unsigned`
    return x > 0;
}

#include "nowhere.h" //~ file "nowhere.h" not found
#define TWO(a, b) ((a) + (b))
#if 1 + //~ an operand is missing
#endif
#error stop here //~ #error stop here
#endif //~ this #endif belongs to no #if
#nonsense //~ unknown directive `#nonsense`

int main(void)
{
    return TWO(1); //~ macro `TWO` takes 2 arguments, not 1
}

#include <wchar.h>

int main(void)
{
    int a = 1;
    a = _Generic(a, int: 1, default: 2); //~ _Generic
    const wchar_t *wide = L"wide"; //~ wide string
    __asm__ volatile ("nop" : "+r"(a)); //~ inline assembly
    return a + (wide != 0);
}

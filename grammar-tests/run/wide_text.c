/* Wide strings are arrays of wide characters. */
#include <stdio.h>
#include <stddef.h>
#include <wchar.h>

static const wchar_t greeting[] = L"gr\u00fc\u00df" L"e";

int main(void)
{
    const wchar_t *p = L"ab" "cd";
    int n = 0;
    while (p[n])
        n++;
    printf("%d %zu %zu %d\n", n, sizeof greeting, sizeof L"", (int)greeting[2]);
    unsigned short sixteen[] = u"x\x1234";
    printf("%zu %x %zu\n", sizeof sixteen, sixteen[1], sizeof U"abc");
    printf("%d %d %zu\n", L'a', L'\xff', sizeof u8"ab");
    return 0;
}

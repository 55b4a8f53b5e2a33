#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* Wide strings, in the C locale. */

static void show(const wchar_t *text) {
    char narrow[64];
    if (!text) {
        puts("null");
        return;
    }
    printf("%zu [%s]\n", wcstombs(narrow, text, sizeof narrow), narrow);
}

int main(void) {
    wchar_t text[64] = L"hello", copy[64], *rest, *end;
    char narrow[64];
    const char *source = "from bytes";
    const wchar_t *wide = L"to bytes";
    mbstate_t state;
    memset(&state, 0, sizeof state);
    printf("%zu %zu %zu\n", wcslen(text), wcsnlen(text, 3), wcsnlen(text, 30));
    show(wcscat(text, L", world"));
    show(wcsncat(text, L"!?!", 1));
    show(wcscpy(copy, text));
    wmemset(copy, L'x', 4);
    show(copy);
    show(wcsncpy(copy, L"ab", 6));
    printf("%d %d\n", (int)copy[5], (int)copy[6]);
    printf("%d %d %d\n", wcscmp(L"a", L"b"), wcscmp(L"b", L"a"), wcscmp(L"ab", L"ab"));
    printf("%d %d %d\n", wcsncmp(L"abc", L"abd", 2), wcsncmp(L"abc", L"abd", 3), wcscasecmp(L"HeLLo", L"hEllO"));
    show(wcschr(text, L'w'));
    show(wcschr(text, L'z'));
    show(wcschr(text, 0));
    show(wcsrchr(text, L'o'));
    show(wcsstr(text, L"lo,"));
    show(wcsstr(text, L""));
    show(wcsstr(text, L"low"));
    show(wcspbrk(text, L"ow"));
    printf("%zu %zu\n", wcsspn(text, L"leh"), wcscspn(text, L"o"));
    wcscpy(text, L" one, two ,,three");
    for (wchar_t *t = wcstok(text, L" ,", &rest); t; t = wcstok(0, L" ,", &rest))
        show(t);
    printf("%d %d\n", wmemcmp(L"abc", L"abd", 3), wmemcmp(L"abc", L"abd", 2));
    show(wmemchr(L"abc", L'b', 3));
    show(wmemmove(copy + 1, wmemcpy(copy, L"1234", 5), 5) - 1);
    printf("%ld ", wcstol(L" -42xyz", &end, 10));
    show(end);
    printf("%lu %lld ", wcstoul(L"ff", 0, 16), wcstoll(L"077", &end, 0));
    show(end);
    printf("%.3f ", wcstod(L"2.5e1z", &end));
    show(end);
    printf("%zu\n", mbstowcs(copy, "narrow text", 64));
    show(copy);
    printf("%zu %zu\n", mbstowcs(0, "abc", 0), wcstombs(0, L"abcd", 0));
    printf("%zu %d\n", mbsrtowcs(copy, &source, 64, &state), source == 0);
    printf("%zu %d\n", wcsrtombs(narrow, &wide, sizeof narrow, &state), wide == 0);
    puts(narrow);
    printf("%d %d %d\n", mblen("abc", 3), mblen("", 1), mbtowc(copy, "q", 1));
    printf("%d %d %d\n", wctomb(narrow, L'z'), narrow[0], wctomb(narrow, 0x20ac));
    printf("%zu %zu %zu\n", mbrtowc(copy, "w", 1, &state), wcrtomb(narrow, L'v', &state), mbrlen("", 1, &state));
    printf("%d %d %d\n", (int)btowc('a'), wctob(L'b'), wctob(0x20ac));
    for (wint_t c = 0; c < 130; c += 7)
        printf("%d%d%d%d%d%d%d%d%d%d%d%d %d %d,", !!iswalpha(c), !!iswdigit(c), !!iswalnum(c), !!iswspace(c),
               !!iswupper(c), !!iswlower(c), !!iswpunct(c), !!iswxdigit(c), !!iswprint(c), !!iswcntrl(c),
               !!iswgraph(c), !!iswblank(c), (int)towupper(c), (int)towlower(c));
    putchar('\n');
    printf("%d %d %d\n", !!iswctype(L'7', wctype("digit")), !!iswctype(L'x', wctype("upper")), wctype("none") == 0);
    wchar_t *duplicate = wcsdup(L"copied");
    show(duplicate);
    free(duplicate);
    printf("%x %x %x %x\n", (unsigned)L'\x12345', u'\x1234', (unsigned)U'\u20ac', (unsigned)L'\\');
    return 0;
}

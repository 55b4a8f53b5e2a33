/* Wide characters, in the C locale. */

unsigned long wcslen(const int *text) {
    unsigned long length = 0;
    while (text[length])
        length++;
    return length;
}

unsigned long wcsnlen(const int *text, unsigned long most) {
    unsigned long length = 0;
    while (length < most && text[length])
        length++;
    return length;
}

int *wmemcpy(int *to, const int *from, unsigned long count) {
    return memcpy(to, from, count * 4);
}

int *wmempcpy(int *to, const int *from, unsigned long count) {
    memcpy(to, from, count * 4);
    return to + count;
}

int *wmemmove(int *to, const int *from, unsigned long count) {
    return memmove(to, from, count * 4);
}

int *wmemset(int *to, int wide, unsigned long count) {
    unsigned long i;
    for (i = 0; i < count; i++)
        to[i] = wide;
    return to;
}

int wmemcmp(const int *a, const int *b, unsigned long count) {
    unsigned long i;
    for (i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

int *wmemchr(const int *text, int wanted, unsigned long count) {
    for (; count > 0; text++, count--)
        if (*text == wanted)
            return (int *)text;
    return 0;
}

int *wcscpy(int *to, const int *from) {
    unsigned long i = 0;
    do
        to[i] = from[i];
    while (from[i++]);
    return to;
}

int *wcpcpy(int *to, const int *from) {
    while ((*to = *from++))
        to++;
    return to;
}

int *wcsncpy(int *to, const int *from, unsigned long count) {
    unsigned long i;
    for (i = 0; i < count && from[i]; i++)
        to[i] = from[i];
    for (; i < count; i++)
        to[i] = 0;
    return to;
}

int *wcscat(int *to, const int *from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

int *wcsncat(int *to, const int *from, unsigned long count) {
    int *end = to + wcslen(to);
    for (; count > 0 && *from; count--)
        *end++ = *from++;
    *end = 0;
    return to;
}

int wcscmp(const int *a, const int *b) {
    while (*a == *b && *a) {
        a++;
        b++;
    }
    return *a < *b ? -1 : *a > *b;
}

int wcscoll(const int *a, const int *b) {
    return wcscmp(a, b);
}

int wcsncmp(const int *a, const int *b, unsigned long count) {
    for (; count > 0; a++, b++, count--) {
        if (*a != *b)
            return *a < *b ? -1 : 1;
        if (!*a)
            return 0;
    }
    return 0;
}

int wcscasecmp(const int *a, const int *b) {
    int x, y;
    do {
        x = towlower(*a++);
        y = towlower(*b++);
    } while (x == y && x);
    return x - y;
}

int *wcschr(const int *text, int wanted) {
    for (; *text != wanted; text++)
        if (!*text)
            return 0;
    return (int *)text;
}

int *wcsrchr(const int *text, int wanted) {
    const int *found = 0;
    do
        if (*text == wanted)
            found = text;
    while (*text++);
    return (int *)found;
}

unsigned long wcsspn(const int *text, const int *accepted) {
    unsigned long length = 0;
    while (text[length] && wcschr(accepted, text[length]))
        length++;
    return length;
}

unsigned long wcscspn(const int *text, const int *rejected) {
    unsigned long length = 0;
    while (text[length] && !wcschr(rejected, text[length]))
        length++;
    return length;
}

int *wcspbrk(const int *text, const int *accepted) {
    text += wcscspn(text, accepted);
    return *text ? (int *)text : 0;
}

int *wcsstr(const int *text, const int *part) {
    unsigned long length = wcslen(part);
    do
        if (wcsncmp(text, part, length) == 0)
            return (int *)text;
    while (*text++);
    return 0;
}

int *wcstok(int *text, const int *delimiters, int **rest) {
    int *token;
    if (!text)
        text = *rest;
    if (!text)
        return 0;
    text += wcsspn(text, delimiters);
    if (!*text) {
        *rest = 0;
        return 0;
    }
    token = text;
    text += wcscspn(text, delimiters);
    if (*text)
        *text++ = 0;
    else
        text = 0;
    *rest = text;
    return token;
}

int *wcsdup(const int *text) {
    unsigned long size = (wcslen(text) + 1) * 4;
    return memcpy(malloc(size), text, size);
}

/* The characters of a number, as narrow ones: a wide one that is none ends it. */
static char *__narrow_number(const int *text) {
    unsigned long i, length = wcslen(text);
    char *narrow = malloc(length + 1);
    for (i = 0; i < length && text[i] > 0 && text[i] < 128; i++)
        narrow[i] = text[i];
    narrow[i] = 0;
    return narrow;
}

long wcstol(const int *text, int **end, int base) {
    char *narrow = __narrow_number(text), *stop;
    long result = strtol(narrow, &stop, base);
    if (end)
        *end = (int *)text + (stop - narrow);
    free(narrow);
    return result;
}

long long wcstoll(const int *text, int **end, int base) {
    return wcstol(text, end, base);
}

unsigned long wcstoul(const int *text, int **end, int base) {
    char *narrow = __narrow_number(text), *stop;
    unsigned long result = strtoul(narrow, &stop, base);
    if (end)
        *end = (int *)text + (stop - narrow);
    free(narrow);
    return result;
}

unsigned long long wcstoull(const int *text, int **end, int base) {
    return wcstoul(text, end, base);
}

double wcstod(const int *text, int **end) {
    char *narrow = __narrow_number(text), *stop;
    double result = strtod(narrow, &stop);
    if (end)
        *end = (int *)text + (stop - narrow);
    free(narrow);
    return result;
}

unsigned btowc(int c) {
    if (c >= 128)
        __not_modelled("a character that is not ASCII, made wide,");
    return c < 0 ? -1 : c;
}

int wctob(unsigned c) {
    return c < 128 ? c : -1;
}

int mbsinit(const void *state) {
    return 1;
}

int mblen(const char *text, unsigned long size) {
    return mbtowc(0, text, size);
}

int mbtowc(int *wide, const char *text, unsigned long size) {
    if (!text)
        return 0;
    if (size == 0)
        return -1;
    if (*text < 0)
        __not_modelled("a character that is not ASCII, made wide,");
    if (wide)
        *wide = *text;
    return *text != 0;
}

unsigned long mbrtowc(int *wide, const char *text, unsigned long size, void *state) {
    if (!text)
        return 0;
    return size == 0 ? -2 : mbtowc(wide, text, size);
}

unsigned long mbrlen(const char *text, unsigned long size, void *state) {
    return mbrtowc(0, text, size, state);
}

int wctomb(char *text, int wide) {
    if (!text)
        return 0;
    if (wide < 0 || wide > 127) {
        __set_errno(84);
        return -1;
    }
    *text = wide;
    return 1;
}

unsigned long wcrtomb(char *text, int wide, void *state) {
    return text ? wctomb(text, wide) : 1;
}

unsigned long mbstowcs(int *to, const char *from, unsigned long size) {
    unsigned long i;
    for (i = 0; !to || i < size; i++) {
        int wide;
        mbtowc(&wide, from + i, 1);
        if (to)
            to[i] = wide;
        if (!wide)
            break;
    }
    return i;
}

unsigned long wcstombs(char *to, const int *from, unsigned long size) {
    unsigned long i;
    for (i = 0; !to || i < size; i++) {
        char narrow;
        if (wctomb(&narrow, from[i]) < 0)
            return -1;
        if (to)
            to[i] = narrow;
        if (!narrow)
            break;
    }
    return i;
}

unsigned long mbsrtowcs(int *to, const char **from, unsigned long size, void *state) {
    unsigned long length = mbstowcs(to, *from, size);
    if (to)
        *from = length < size ? 0 : *from + length;
    return length;
}

unsigned long wcsrtombs(char *to, const int **from, unsigned long size, void *state) {
    unsigned long length = wcstombs(to, *from, size);
    if (to && length != -1ul)
        *from = length < size ? 0 : *from + length;
    return length;
}

int iswalpha(unsigned c) {
    return c < 128 ? isalpha(c) : 0;
}

int iswdigit(unsigned c) {
    return c < 128 ? isdigit(c) : 0;
}

int iswalnum(unsigned c) {
    return c < 128 ? isalnum(c) : 0;
}

int iswspace(unsigned c) {
    return c < 128 ? isspace(c) : 0;
}

int iswupper(unsigned c) {
    return c < 128 ? isupper(c) : 0;
}

int iswlower(unsigned c) {
    return c < 128 ? islower(c) : 0;
}

int iswpunct(unsigned c) {
    return c < 128 ? ispunct(c) : 0;
}

int iswxdigit(unsigned c) {
    return c < 128 ? isxdigit(c) : 0;
}

int iswprint(unsigned c) {
    return c < 128 ? isprint(c) : 0;
}

int iswcntrl(unsigned c) {
    return c < 128 ? iscntrl(c) : 0;
}

int iswgraph(unsigned c) {
    return c < 128 ? isgraph(c) : 0;
}

int iswblank(unsigned c) {
    return c < 128 ? isblank(c) : 0;
}

unsigned towupper(unsigned c) {
    return c < 128 ? toupper(c) : c;
}

unsigned towlower(unsigned c) {
    return c < 128 ? tolower(c) : c;
}

unsigned long wctype(const char *name) {
    static const char names[] = "alnum\0alpha\0blank\0cntrl\0digit\0graph\0lower\0print\0punct\0space\0upper\0xdigit";
    unsigned long i;
    for (i = 0; i < 12; i++)
        if (strcmp(name, names + 6 * i) == 0 || (i == 11 && strcmp(name, "xdigit") == 0))
            return i + 1;
    return 0;
}

int iswctype(unsigned c, unsigned long class) {
    switch (class) {
    case 1: return iswalnum(c);
    case 2: return iswalpha(c);
    case 3: return iswblank(c);
    case 4: return iswcntrl(c);
    case 5: return iswdigit(c);
    case 6: return iswgraph(c);
    case 7: return iswlower(c);
    case 8: return iswprint(c);
    case 9: return iswpunct(c);
    case 10: return iswspace(c);
    case 11: return iswupper(c);
    case 12: return iswxdigit(c);
    }
    return 0;
}

/* Wide characters on streams, which hold bytes. `wprintf` prints what `printf` prints for the narrow format. */
static char *__narrow(const int *text) {
    unsigned long length = wcstombs(0, text, 0);
    char *narrow;
    if (length == ~0UL)
        return 0;
    narrow = malloc(length + 1);
    wcstombs(narrow, text, length + 1);
    return narrow;
}

static int __wide_text(char **text, const int *format, struct __faultlens_va_list list) {
    char *narrow = __narrow(format);
    int length;
    if (!narrow)
        return -1;
    length = vasprintf(text, narrow, list);
    free(narrow);
    return length;
}

int vfwprintf(void *stream, const int *format, struct __faultlens_va_list list) {
    char *text;
    int count, length = __wide_text(&text, format, list);
    if (length < 0)
        return -1;
    count = (int)mbstowcs(0, text, 0);
    fwrite(text, 1, length, stream);
    free(text);
    return count;
}

int vwprintf(const int *format, struct __faultlens_va_list list) { return vfwprintf(stdout, format, list); }

int fwprintf(void *stream, const int *format, ...) {
    struct __faultlens_va_list list;
    int count;
    __builtin_va_start(list, format);
    count = vfwprintf(stream, format, list);
    __builtin_va_end(list);
    return count;
}

int wprintf(const int *format, ...) {
    struct __faultlens_va_list list;
    int count;
    __builtin_va_start(list, format);
    count = vfwprintf(stdout, format, list);
    __builtin_va_end(list);
    return count;
}

int vswprintf(int *out, unsigned long size, const int *format, struct __faultlens_va_list list) {
    char *text;
    unsigned long count;
    if (__wide_text(&text, format, list) < 0)
        return -1;
    count = mbstowcs(0, text, 0);
    if (count < size)
        mbstowcs(out, text, size);
    free(text);
    return count < size ? (int)count : -1;
}

int swprintf(int *out, unsigned long size, const int *format, ...) {
    struct __faultlens_va_list list;
    int count;
    __builtin_va_start(list, format);
    count = vswprintf(out, size, format, list);
    __builtin_va_end(list);
    return count;
}

unsigned fputwc(int character, void *stream) {
    char bytes[16];
    int length = wctomb(bytes, character);
    if (length < 0)
        return ~0U;
    fwrite(bytes, 1, length, stream);
    return character;
}

unsigned putwc(int character, void *stream) { return fputwc(character, stream); }

unsigned putwchar(int character) { return fputwc(character, stdout); }

int fputws(const int *text, void *stream) {
    for (; *text; text++)
        if (fputwc(*text, stream) == ~0U)
            return -1;
    return 1;
}

unsigned fgetwc(void *stream) {
    int c = fgetc(stream);
    if (c > 127)
        __not_modelled("wide input other than ASCII");
    return c < 0 ? ~0U : (unsigned)c;
}

unsigned getwc(void *stream) { return fgetwc(stream); }

unsigned getwchar(void) { return fgetwc(stdin); }

int *fgetws(int *out, int size, void *stream) {
    int at = 0;
    while (at < size - 1) {
        unsigned c = fgetwc(stream);
        if (c == ~0U)
            break;
        out[at++] = c;
        if (c == '\n')
            break;
    }
    if (at == 0)
        return 0;
    out[at] = 0;
    return out;
}

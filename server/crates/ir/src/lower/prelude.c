/* Library functions that call back, or keep something between calls: easier said in C than in the evaluator. They are
   lowered with the programs that use them, are no components, and a trap inside them belongs to the call. */

static void __sort(char *base, unsigned long count, unsigned long size,
                   int (*compare)(const void *, const void *), char *buffer) {
    unsigned long left = count / 2, right = count - left;
    char *a = base, *b = base + left * size, *out = buffer;
    if (count <= 1)
        return;
    __sort(a, left, size, compare, buffer);
    __sort(b, right, size, compare, buffer);
    while (left > 0 && right > 0) {
        if (compare(a, b) <= 0) {
            memcpy(out, a, size);
            a += size;
            left--;
        } else {
            memcpy(out, b, size);
            b += size;
            right--;
        }
        out += size;
    }
    if (left > 0)
        memcpy(out, a, left * size);
    memcpy(base, buffer, (count - right) * size);
}

void qsort(void *base, unsigned long count, unsigned long size,
           int (*compare)(const void *, const void *)) {
    char *buffer;
    if (count <= 1 || size == 0)
        return;
    buffer = malloc(count * size);
    __sort(base, count, size, compare, buffer);
    free(buffer);
}

void *bsearch(const void *key, const void *base, unsigned long count, unsigned long size,
              int (*compare)(const void *, const void *)) {
    unsigned long low = 0, high = count;
    while (low < high) {
        unsigned long middle = (low + high) / 2;
        char *element = (char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

static char *__strtok_rest;

char *strtok_r(char *text, const char *delimiters, char **rest) {
    char *token;
    if (!text)
        text = *rest;
    text += strspn(text, delimiters);
    if (!*text) {
        *rest = text;
        return 0;
    }
    token = text;
    text += strcspn(text, delimiters);
    if (*text)
        *text++ = 0;
    *rest = text;
    return token;
}

char *strtok(char *text, const char *delimiters) {
    return strtok_r(text, delimiters, &__strtok_rest);
}

char *strpbrk(const char *text, const char *accepted) {
    text += strcspn(text, accepted);
    return *text ? (char *)text : 0;
}

void *memchr(const void *block, int wanted, unsigned long size) {
    const unsigned char *at = block;
    while (size > 0) {
        if (*at == (unsigned char)wanted)
            return (void *)at;
        at++;
        size--;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    int x, y;
    do {
        x = tolower((unsigned char)*a++);
        y = tolower((unsigned char)*b++);
    } while (x == y && x != 0);
    return x - y;
}

int strncasecmp(const char *a, const char *b, unsigned long size) {
    while (size > 0) {
        int x = tolower((unsigned char)*a++), y = tolower((unsigned char)*b++);
        if (x != y || x == 0)
            return x - y;
        size--;
    }
    return 0;
}

unsigned long strnlen(const char *text, unsigned long most) {
    unsigned long length = 0;
    while (length < most && text[length])
        length++;
    return length;
}

char *strndup(const char *text, unsigned long most) {
    unsigned long length = strnlen(text, most);
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

long long llabs(long long number) {
    return number < 0 ? -number : number;
}

long __builtin_expect(long value, long expected) {
    return value;
}

double hypot(double x, double y) {
    return sqrt(x * x + y * y);
}

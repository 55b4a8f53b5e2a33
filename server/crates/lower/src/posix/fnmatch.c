/* Whether the character is in the class of that name, 0 or 1; -1 if there is no such class. */
static int __class_contains(const char *name, unsigned long length, int c) {
    static const char names[] = "alnum\0alpha\0blank\0cntrl\0digit\0graph\0lower\0print\0punct\0space\0upper\0xdigit";
    int which, at;
    for (which = at = 0; which < 12; which++, at += 6)
        if (strlen(names + at) == length && strncmp(names + at, name, length) == 0)
            break;
    switch (which) {
    case 0: return isalnum(c) != 0;
    case 1: return isalpha(c) != 0;
    case 2: return isblank(c) != 0;
    case 3: return iscntrl(c) != 0;
    case 4: return isdigit(c) != 0;
    case 5: return isgraph(c) != 0;
    case 6: return islower(c) != 0;
    case 7: return isprint(c) != 0;
    case 8: return ispunct(c) != 0;
    case 9: return isspace(c) != 0;
    case 10: return isupper(c) != 0;
    case 11: return isxdigit(c) != 0;
    }
    return -1;
}

static int __fnmatch_fold(int c, int flags) {
    return flags & 16 /* FNM_CASEFOLD */ ? tolower(c) : c;
}

/* One end of a range, or a character alone, in a bracket: moves behind it; -1 if it is malformed. */
static int __fnmatch_element(const char **place, int flags) {
    const char *at = *place;
    int c;
    if (at[0] == '[' && (at[1] == '.' || at[1] == '=') && at[2]) {
        if (at[3] != at[1] || at[4] != ']')
            return -1;
        *place = at + 5;
        return (unsigned char)at[2];
    }
    if (*at == '\\' && !(flags & 2 /* FNM_NOESCAPE */))
        at++;
    c = (unsigned char)*at;
    *place = at + (c != 0);
    return c ? c : -1;
}

/* Whether the bracket that begins at `at` contains the character; moves behind it. -1 if it is no bracket. */
static int __fnmatch_bracket(const char **place, int c, int flags) {
    const char *at = *place + 1;
    int negated = *at == '!' || *at == '^', found = 0, first = 1, folded = __fnmatch_fold(c, flags);
    at += negated;
    while (first || *at != ']') {
        int low, high;
        first = 0;
        if (!*at)
            return -1;
        if (at[0] == '[' && at[1] == ':') {
            const char *name = at + 2, *end = name;
            int inside;
            while (*end >= 'a' && *end <= 'z')
                end++;
            if (end[0] == ':' && end[1] == ']') {
                inside = __class_contains(name, end - name, c);
                if (inside < 0)
                    return -2;
                found |= inside;
                at = end + 2;
                continue;
            }
        }
        low = high = __fnmatch_element(&at, flags);
        if (low < 0)
            return -1;
        if (at[0] == '-' && at[1] && at[1] != ']') {
            at++;
            high = __fnmatch_element(&at, flags);
            if (high < 0)
                return -1;
        }
        if (__fnmatch_fold(low, flags) <= folded && folded <= __fnmatch_fold(high, flags))
            found = 1;
    }
    *place = at + 1;
    return found != negated;
}

/* Whether a period at `text` must be matched by a period in the pattern. */
static int __fnmatch_hidden(const char *text, const char *begin, int flags) {
    if (*text != '.' || !(flags & 4 /* FNM_PERIOD */))
        return 0;
    return text == begin || ((flags & 1) && text[-1] == '/');
}

static int __fnmatch_from(const char *pattern, const char *text, const char *begin, int flags) {
    /* Where to go on after the last star: with one more character of the text for it. */
    const char *star = 0, *retry = 0;
    for (;;) {
        int c = (unsigned char)*text, fits;
        if (*pattern == '*') {
            if (__fnmatch_hidden(text, begin, flags))
                goto back;
            while (*pattern == '*')
                pattern++;
            star = pattern;
            retry = text;
            continue;
        }
        if (!*pattern) {
            if (!c || ((flags & 8 /* FNM_LEADING_DIR */) && c == '/'))
                return 0;
            goto back;
        }
        if (!c)
            return 1;
        if (*pattern == '?') {
            fits = !((flags & 1 /* FNM_PATHNAME */) && c == '/') && !__fnmatch_hidden(text, begin, flags);
            pattern++;
        } else if (*pattern == '[') {
            const char *end = pattern;
            fits = __fnmatch_bracket(&end, c, flags);
            if (fits == -1) {
                end = pattern + 1;
                fits = c == '[';
            } else if (((flags & 1) && c == '/') || __fnmatch_hidden(text, begin, flags)) {
                fits = 0;
            }
            pattern = end;
            fits = fits == 1;
        } else {
            if (*pattern == '\\' && !(flags & 2)) {
                if (!*++pattern)
                    return 1;
            }
            fits = __fnmatch_fold((unsigned char)*pattern++, flags) == __fnmatch_fold(c, flags);
        }
        if (fits) {
            text++;
            continue;
        }
    back:
        if (!star || !*retry || ((flags & 1) && *retry == '/'))
            return 1;
        text = ++retry;
        pattern = star;
    }
}

int fnmatch(const char *pattern, const char *text, int flags) {
    if (flags & 32)
        __not_modelled("`fnmatch` with FNM_EXTMATCH");
    return __fnmatch_from(pattern, text, text, flags);
}

char *gettext(const char *text) {
    return (char *)text;
}

char *dgettext(const char *domain, const char *text) {
    (void)domain;
    return (char *)text;
}

char *dcgettext(const char *domain, const char *text, int category) {
    (void)domain;
    (void)category;
    return (char *)text;
}

char *ngettext(const char *one, const char *many, unsigned long count) {
    return (char *)(count == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long count) {
    (void)domain;
    return (char *)(count == 1 ? one : many);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long count, int category) {
    (void)domain;
    (void)category;
    return (char *)(count == 1 ? one : many);
}

static char *__text_domain;

char *textdomain(const char *name) {
    if (name) {
        free(__text_domain);
        __text_domain = *name ? strdup(name) : 0;
    }
    return __text_domain ? __text_domain : "messages";
}

/* What is bound to a domain: its name, its directory and its character set. */
static char *__text_bindings[96];

static char *__text_bind(const char *domain, int which, const char *value) {
    int i;
    if (!domain || !*domain)
        return 0;
    for (i = 0; i < 96 && __text_bindings[i]; i += 3)
        if (strcmp(__text_bindings[i], domain) == 0)
            break;
    if (i == 96)
        __not_modelled("messages of so many domains");
    if (value) {
        if (!__text_bindings[i])
            __text_bindings[i] = strdup(domain);
        free(__text_bindings[i + which]);
        __text_bindings[i + which] = strdup(value);
    }
    return __text_bindings[i + which];
}

char *bindtextdomain(const char *domain, const char *directory) {
    char *bound = __text_bind(domain, 1, directory);
    return bound || !domain || !*domain ? bound : "/usr/share/locale";
}

char *bind_textdomain_codeset(const char *domain, const char *codeset) {
    return __text_bind(domain, 2, codeset);
}

/* Items of the category of times, and the others: a category is the upper half of an item. */
static char *__langinfo_time(int which) {
    static char days[] = "Sun\0Mon\0Tue\0Wed\0Thu\0Fri\0Sat";
    static char months[] = "Jan\0Feb\0Mar\0Apr\0May\0Jun\0Jul\0Aug\0Sep\0Oct\0Nov\0Dec";
    if (which < 7)
        return days + 4 * which;
    if (which < 14)
        return (char *)__day_name(which - 7);
    if (which < 26)
        return months + 4 * (which - 14);
    if (which < 38)
        return (char *)__month_name(which - 26);
    switch (which) {
    case 38: return "AM";
    case 39: return "PM";
    case 40: return "%a %b %e %H:%M:%S %Y"; /* D_T_FMT */
    case 41: return "%m/%d/%y";
    case 42: return "%H:%M:%S";
    case 43: return "%I:%M:%S %p";
    case 108: return "%a %b %e %H:%M:%S %Z %Y"; /* _DATE_FMT */
    }
    if (which >= 44 && which <= 49)
        return ""; /* Eras, and other digits. */
    if (which >= 111 && which <= 122)
        return (char *)__month_name(which - 111); /* ALTMON_1 */
    __not_modelled("such an item of `nl_langinfo`");
    return "";
}

char *nl_langinfo(int item) {
    int category = item >> 16, which = item & 65535;
    if (category == 2 /* LC_TIME */ && which < 159)
        return __langinfo_time(which);
    if (item == 14)
        return "ANSI_X3.4-1968"; /* CODESET */
    if (item == 0x10000)
        return "."; /* RADIXCHAR */
    if (item == 0x50000)
        return "^[yY]"; /* YESEXPR */
    if (item == 0x50001)
        return "^[nN]"; /* NOEXPR */
    if (item == 0x4000F)
        return "-"; /* CRNCYSTR */
    if (category == 4 /* LC_MONETARY */ && ((which >= 7 && which <= 14) || (which >= 16 && which <= 21)))
        return "\377"; /* Numbers that are not given. */
    if ((category == 4 && which < 7) || (category == 1 && which < 3) || (category == 5 && which < 4))
        return "";
    __not_modelled("such an item of `nl_langinfo`");
    return "";
}

int wcwidth(int wide) {
    if (wide == 0)
        return 0;
    return wide >= 32 && wide < 127 ? 1 : -1;
}

int wcswidth(const int *text, unsigned long count) {
    unsigned long i;
    for (i = 0; i < count && text[i]; i++)
        if (wcwidth(text[i]) < 0)
            return -1;
    return i;
}

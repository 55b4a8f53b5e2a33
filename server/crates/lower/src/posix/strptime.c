/* A number of at most `digits` digits within bounds behind spaces, at `*text`; -1 if there is none. */
static int __time_number(const char **text, int digits, int low, int high) {
    const char *at = *text;
    int number = 0;
    while (isspace((unsigned char)*at))
        at++;
    if (!isdigit((unsigned char)*at))
        return -1;
    /* No further digit if it would make the number too large. */
    while (digits-- > 0 && number * 10 <= high && isdigit((unsigned char)*at))
        number = number * 10 + *at++ - '0';
    if (number < low || number > high)
        return -1;
    *text = at;
    return number;
}

/* A name of a day or a month, or its first three letters; -1 if there is none. */
static int __time_name(const char **text, int months) {
    int i;
    for (i = 0; i < (months ? 12 : 7); i++) {
        const char *name = months ? __month_name(i) : __day_name(i);
        unsigned long length = strlen(name);
        if (strncasecmp(*text, name, length))
            length = 3;
        if (strncasecmp(*text, name, length) == 0) {
            *text += length;
            return i;
        }
    }
    return -1;
}

/* What a call of `strptime` knows beside the members, and the bits of what it has read: 1 the hour of twelve, 2 after
   noon, 4 the century, 8 the year of the century, 16 the day of the week, 32 the day of the year, 64 the month, 128 the
   day of the month, 256 that the days are wanted, 512 and 1024 a week that begins on Sunday or Monday. */
static int __time_known;

static int __time_century;

static int __time_week;

/* The month and the day of the month, unless they are known, from the day of the year. */
static void __time_date(struct tm *out) {
    long year = out->tm_year + 1900l, days = __days_to(year, 0);
    int month = 0;
    while (month < 11 && __days_to(year, month + 1) - days <= out->tm_yday)
        month++;
    if (!(__time_known & 64))
        out->tm_mon = month;
    if (!(__time_known & 128))
        out->tm_mday = out->tm_yday - (__days_to(year, month) - days) + 1;
}

/* The members that follow from the others. */
static void __time_complete(struct tm *out) {
    int known = __time_known, first, offset;
    long days;
    if ((known & 1) && (known & 2))
        out->tm_hour += 12;
    if (known & 4)
        out->tm_year = (known & 8 ? out->tm_year % 100 : 0) + (__time_century - 19) * 100;
    if ((known & (256 | 16)) == 256) {
        if ((known & (64 | 128)) != (64 | 128) && (known & 32)) {
            __time_date(out);
            known |= 64 | 128;
        }
        days = __days_to(out->tm_year + 1900l, out->tm_mon) + out->tm_mday - 1;
        out->tm_wday = ((days + 4) % 7 + 7) % 7;
    }
    if ((known & 256) && !(known & 32))
        out->tm_yday = __days_to(out->tm_year + 1900l, out->tm_mon) - __days_to(out->tm_year + 1900l, 0)
                       + out->tm_mday - 1;
    if ((known & (512 | 1024)) && (known & 16)) {
        days = __days_to(out->tm_year + 1900l, 0);
        first = ((days + 4) % 7 + 7) % 7;
        offset = known & 512 ? 0 : 1;
        if (!(known & 32))
            out->tm_yday = (7 - (first - offset)) % 7 + (__time_week - 1) * 7 + (out->tm_wday - offset + 7) % 7;
        __time_date(out);
    }
}

/* The seconds since the epoch, or the offset of a time zone. */
static const char *__time_other(const char *text, int conversion, struct tm *out) {
    long number = 0;
    int digits = 0;
    if (conversion == 'Z')
        __not_modelled("the conversion `%Z` of `strptime`");
    if (conversion == 'z') {
        while (isspace((unsigned char)*text))
            text++;
        if (*text == 'Z')
            return text + 1;
        if (*text != '+' && *text != '-')
            return 0;
        for (text++; digits < 4 && isdigit((unsigned char)*text); digits++) {
            number = number * 10 + *text++ - '0';
            if (*text == ':' && digits == 1 && isdigit((unsigned char)text[1]))
                text++;
        }
        if (digits != 2 && digits != 4)
            return 0;
        if (number != 0)
            __not_modelled("an offset of the time zone in `strptime`");
        return text;
    }
    if (!isdigit((unsigned char)*text))
        return 0;
    while (isdigit((unsigned char)*text) && number < 10000000000000000)
        number = number * 10 + *text++ - '0';
    if (number > 67767976233532799) /* A year that is no `int`. */
        return 0;
    localtime_r(&number, out);
    return text;
}

static const char *__time_parse(const char *text, const char *format, struct tm *out) {
    int number, conversion;
    for (; *format; format++) {
        if (isspace((unsigned char)*format)) {
            while (isspace((unsigned char)*text))
                text++;
            continue;
        }
        if (*format != '%') {
            if (*format != *text++)
                return 0;
            continue;
        }
        do {
            conversion = *++format;
        } while (conversion && strchr("-_0^#", conversion));
        if (conversion == 'E' && format[1] && strchr("CyY", format[1]))
            __not_modelled("eras in `strptime`");
        if (conversion == 'E' || conversion == 'O')
            conversion = *++format;
        number = 0;
        switch (conversion) {
        case '%':
            if (*text++ != '%')
                return 0;
            break;
        case 'a':
        case 'A':
            number = out->tm_wday = __time_name(&text, 0);
            __time_known |= 16;
            break;
        case 'b':
        case 'B':
        case 'h':
            number = out->tm_mon = __time_name(&text, 1);
            __time_known |= 64 | 256;
            break;
        case 'c':
            text = __time_parse(text, "%a %b %e %H:%M:%S %Y", out);
            __time_known |= 256;
            break;
        case 'C':
            number = __time_century = __time_number(&text, 2, 0, 99);
            __time_known |= 4 | 256;
            break;
        case 'd':
        case 'e':
            number = out->tm_mday = __time_number(&text, 2, 1, 31);
            __time_known |= 128 | 256;
            break;
        case 'x':
        case 'D':
            text = __time_parse(text, "%m/%d/%y", out);
            __time_known |= 256;
            break;
        case 'F':
            text = __time_parse(text, "%Y-%m-%d", out);
            __time_known |= 256;
            break;
        case 'k':
        case 'H':
            number = out->tm_hour = __time_number(&text, 2, 0, 23);
            __time_known &= ~1;
            break;
        case 'l':
        case 'I':
            number = __time_number(&text, 2, 1, 12);
            out->tm_hour = number % 12;
            __time_known |= 1;
            break;
        case 'j':
            number = __time_number(&text, 3, 1, 366);
            out->tm_yday = number - 1;
            __time_known |= 32;
            break;
        case 'm':
            number = __time_number(&text, 2, 1, 12);
            out->tm_mon = number - 1;
            __time_known |= 64 | 256;
            break;
        case 'M': number = out->tm_min = __time_number(&text, 2, 0, 59); break;
        case 'n':
        case 't':
            while (isspace((unsigned char)*text))
                text++;
            break;
        case 'p':
            if (strncasecmp(text, "AM", 2) && strncasecmp(text, "PM", 2))
                return 0;
            __time_known = (__time_known & ~2) | (toupper((unsigned char)*text) == 'P' ? 2 : 0);
            text += 2;
            break;
        case 'r': text = __time_parse(text, "%I:%M:%S %p", out); break;
        case 'R': text = __time_parse(text, "%H:%M", out); break;
        case 'S': number = out->tm_sec = __time_number(&text, 2, 0, 61); break;
        case 'X':
        case 'T': text = __time_parse(text, "%H:%M:%S", out); break;
        case 'u':
            number = __time_number(&text, 1, 1, 7);
            out->tm_wday = number % 7;
            __time_known |= 16;
            break;
        case 'w':
            number = out->tm_wday = __time_number(&text, 1, 0, 6);
            __time_known |= 16;
            break;
        case 'g': number = __time_number(&text, 2, 0, 99); break;
        case 'V': number = __time_number(&text, 2, 0, 53); break;
        case 'G':
            if (!isdigit((unsigned char)*text))
                return 0;
            while (isdigit((unsigned char)*text))
                text++;
            break;
        case 'U':
            number = __time_week = __time_number(&text, 2, 0, 53);
            __time_known |= 512;
            break;
        case 'W':
            number = __time_week = __time_number(&text, 2, 0, 53);
            __time_known |= 1024;
            break;
        case 'y':
            number = __time_number(&text, 2, 0, 99);
            out->tm_year = number >= 69 ? number : number + 100;
            __time_known |= 8 | 256;
            break;
        case 'Y':
            number = __time_number(&text, 4, 0, 9999);
            out->tm_year = number - 1900;
            __time_known = (__time_known & ~8) | 256;
            break;
        case 's':
        case 'z':
        case 'Z': text = __time_other(text, conversion, out); break;
        default: return 0;
        }
        if (!text || number < 0)
            return 0;
    }
    return text;
}

char *strptime(const char *text, const char *format, struct tm *out) {
    __time_known = 0;
    text = __time_parse(text, format, out);
    if (text)
        __time_complete(out);
    return (char *)text;
}

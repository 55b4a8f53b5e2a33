/* Goes on to the next argument of `getopt` if the last one is used up: 0 with an option at hand, 1 with an argument that
   is no option, -1 at the end. */
static int __option_advance(int argc, char *const *argv, int order) {
    static int started;
    optarg = 0;
    if (optind == 0 || !started) {
        if (optind == 0)
            optind = 1;
        if (!started)
            optopt = 0;
        __option_first = __option_last = optind;
        __option_rest = 0;
        started = 1;
    }
    if (__option_rest && *__option_rest)
        return 0;
    if (__option_last > optind)
        __option_last = optind;
    if (__option_first > optind)
        __option_first = optind;
    if (!order) {
        if (__option_first != __option_last && __option_last != optind)
            __option_exchange((char **)argv);
        else if (__option_last != optind)
            __option_first = optind;
        while (optind < argc && (argv[optind][0] != '-' || !argv[optind][1]))
            optind++;
        __option_last = optind;
    }
    if (optind != argc && strcmp(argv[optind], "--") == 0) {
        optind++;
        if (__option_first != __option_last && __option_last != optind)
            __option_exchange((char **)argv);
        else if (__option_first == __option_last)
            __option_first = optind;
        __option_last = optind = argc;
    }
    if (optind == argc) {
        if (__option_first != __option_last)
            optind = __option_first;
        return -1;
    }
    if (argv[optind][0] != '-' || !argv[optind][1]) {
        if (order == '+')
            return -1;
        optarg = argv[optind++];
        return 1;
    }
    __option_rest = 0;
    return 0;
}

/* The option of one letter at `__option_rest`. */
static int __option_short(int argc, char *const *argv, const char *options, int tell) {
    int c = *__option_rest++;
    const char *found = strchr(options, c);
    if (!*__option_rest)
        optind++;
    if (!found || c == ':' || c == ';') {
        if (tell)
            fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
        optopt = c;
        return '?';
    }
    if (found[1] != ':')
        return c;
    if (*__option_rest) {
        optarg = __option_rest;
        optind++;
    } else if (found[2] != ':') {
        if (optind < argc) {
            optarg = argv[optind++];
        } else {
            if (tell)
                fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
            optopt = c;
            c = *options == ':' ? ':' : '?';
        }
    }
    __option_rest = 0;
    return c;
}

int getopt(int argc, char *const *argv, const char *options) {
    int found, order = *options == '+' || *options == '-' ? *options++ : getenv("POSIXLY_CORRECT") ? '+' : 0;
    if (argc < 1)
        return -1;
    found = __option_advance(argc, argv, order);
    if (found)
        return found;
    if (!__option_rest)
        __option_rest = argv[optind] + 1;
    return __option_short(argc, argv, options, opterr && *options != ':');
}

/* The long options that `text` abbreviates: tells them, if asked. */
static void __option_ambiguous(const char *program, const char *prefix, const char *text, unsigned long length,
                               const struct option *from, const struct option *known, int only) {
    const struct option *p;
    fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", program, prefix, text);
    for (p = known; p->name; p++) {
        int differs = only || p->has_arg != from->has_arg || p->flag != from->flag || p->val != from->val;
        if (strncmp(p->name, text, length) == 0 && (p == from || differs))
            fprintf(stderr, " '%s%s'", prefix, p->name);
    }
    fprintf(stderr, "\n");
}

/* The long option named at `__option_rest`; -1 if it can only be one of a letter. */
static int __option_long(int argc, char *const *argv, const char *options, const struct option *known, int *index,
                         int only, int tell, const char *prefix) {
    const char *text = __option_rest;
    unsigned long length = strcspn(text, "=");
    const struct option *p, *found = 0;
    int ambiguous = 0;
    for (p = known; p->name && !found; p++)
        if (strncmp(p->name, text, length) == 0 && strlen(p->name) == length)
            found = p;
    for (p = found ? 0 : known; p && p->name; p++) {
        if (strncmp(p->name, text, length))
            continue;
        if (!found)
            found = p;
        else if (only || found->has_arg != p->has_arg || found->flag != p->flag || found->val != p->val)
            ambiguous = 1;
    }
    if (!found && only && argv[optind][1] != '-' && strchr(options, *text))
        return -1;
    optind++;
    __option_rest = 0;
    if (!found || ambiguous) {
        if (tell && ambiguous)
            __option_ambiguous(argv[0], prefix, text, length, found, known, only);
        else if (tell)
            fprintf(stderr, "%s: unrecognized option '%s%s'\n", argv[0], prefix, text);
        optopt = 0;
        return '?';
    }
    if (text[length] && !found->has_arg) {
        if (tell)
            fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], prefix, found->name);
        optopt = found->val;
        return '?';
    }
    if (text[length]) {
        optarg = (char *)text + length + 1;
    } else if (found->has_arg == 1) {
        if (optind == argc) {
            if (tell)
                fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], prefix, found->name);
            optopt = found->val;
            return *options == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (index)
        *index = found - known;
    if (!found->flag)
        return found->val;
    *found->flag = found->val;
    return 0;
}

static int __option_any(int argc, char *const *argv, const char *options, const struct option *known, int *index,
                        int only) {
    int found, tell, order = *options == '+' || *options == '-' ? *options++ : getenv("POSIXLY_CORRECT") ? '+' : 0;
    if (argc < 1)
        return -1;
    tell = opterr && *options != ':';
    found = __option_advance(argc, argv, order);
    if (found)
        return found;
    if (!__option_rest) {
        char *text = argv[optind];
        if (known && text[1] == '-') {
            __option_rest = text + 2;
            return __option_long(argc, argv, options, known, index, only, tell, "--");
        }
        __option_rest = text + 1;
        /* With `only`, "-f" is the option of one letter if there is one, and "-fu" a long option if there is one. */
        if (known && only && (text[2] || !strchr(options, text[1]))) {
            found = __option_long(argc, argv, options, known, index, only, tell, "-");
            if (found != -1)
                return found;
        }
    }
    /* "W;" in the options: `-W name` means `--name`. */
    if (known && *__option_rest == 'W' && strstr(options, "W;") == strchr(options, 'W') && strchr(options, 'W')) {
        if (*++__option_rest == 0) {
            optind++;
            if (optind == argc) {
                if (tell)
                    fprintf(stderr, "%s: option requires an argument -- 'W'\n", argv[0]);
                optopt = 'W';
                return *options == ':' ? ':' : '?';
            }
            __option_rest = argv[optind];
        }
        return __option_long(argc, argv, options, known, index, 0, tell, "-W ");
    }
    return __option_short(argc, argv, options, tell);
}

int getopt_long(int argc, char *const *argv, const char *options, const struct option *known, int *index) {
    return __option_any(argc, argv, options, known, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *known, int *index) {
    return __option_any(argc, argv, options, known, index, 1);
}

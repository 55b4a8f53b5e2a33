/* Appends a copy of a path to the result of `glob`: its members are the number of paths, the array and the empty places
   before them. Of the slashes at the end as many are kept as glibc does. */
static void __glob_append(unsigned long *result, int flags, const char *path, int is_folder) {
    unsigned long count = result[0]++, before = flags & 8 /* GLOB_DOOFFS */ ? result[2] : 0, length = strlen(path), i;
    char **paths = realloc(((char ***)result)[1], (before + count + 2) * sizeof(char *)), *copy;
    for (i = 0; count == 0 && i < before; i++)
        paths[i] = 0;
    copy = malloc(length + 2);
    strcpy(copy, path);
    if (is_folder && path[strspn(path, "/")]) {
        unsigned long slashes = 0;
        while (path[length - 1 - slashes] == '/')
            slashes++;
        length -= slashes;
        slashes += (flags & 2 /* GLOB_MARK */) && slashes < 2;
        for (i = 0; i < slashes && i < 2; i++)
            copy[length++] = '/';
        copy[length] = 0;
    }
    paths[before + count] = copy;
    paths[before + count + 1] = 0;
    ((char ***)result)[1] = paths;
}

/* Whether a part of a pattern is more than a name. */
static int __glob_is_pattern(const char *part, unsigned long length, int flags) {
    unsigned long i, bracket = 0;
    for (i = 0; i < length; i++) {
        if (part[i] == '\\' && !(flags & 64 /* GLOB_NOESCAPE */))
            i++;
        else if (part[i] == '*' || part[i] == '?' || (part[i] == ']' && bracket))
            return 1;
        else if (part[i] == '[')
            bracket = 1;
    }
    return 0;
}

/* Whether there is such a file, 2 if it is a folder. */
static int __glob_exists(const char *path) {
    struct stat status;
    if (lstat(path, &status))
        return 0;
    /* What a link leads to, if it leads to something. */
    if ((status.st_mode & 0170000) == 0120000 && stat(path, &status))
        return 1;
    return (status.st_mode & 0170000) == 0040000 ? 2 : 1;
}

static int __glob_compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a folder that match a part of the pattern, as paths to go on from. */
static int __glob_folder(const char *path, const char *part, const char *rest, int flags,
                         int (*failed)(const char *, int), unsigned long *result) {
    struct dirent *entry;
    void *folder = opendir(*path ? path : ".");
    int error = 0;
    if (!folder) {
        if (errno == 20 /* ENOTDIR */ || errno == 2)
            return 0;
        return (failed && failed(*path ? path : ".", errno)) || (flags & 1 /* GLOB_ERR */) ? 2 /* GLOB_ABORTED */ : 0;
    }
    while (!error && (entry = readdir(folder))) {
        char *longer;
        if (fnmatch(part, entry->d_name, (flags & 128 /* GLOB_PERIOD */ ? 0 : 4) | (flags & 64 ? 2 : 0)))
            continue;
        longer = malloc(strlen(path) + strlen(entry->d_name) + 1);
        strcat(strcpy(longer, path), entry->d_name);
        error = __glob_from(longer, rest, flags, failed, result);
        free(longer);
    }
    closedir(folder);
    return error;
}

/* The paths that begin with `path` and go on as the pattern says. */
static int __glob_from(const char *path, const char *pattern, int flags, int (*failed)(const char *, int),
                       unsigned long *result) {
    unsigned long slashes = strspn(pattern, "/"), length = strcspn(pattern + slashes, "/"), i, end;
    int kind, error;
    char *part, *longer;
    if (!*pattern) {
        kind = __glob_exists(path);
        if (kind)
            __glob_append(result, flags, path, kind == 2);
        return 0;
    }
    end = strlen(path);
    longer = malloc(end + slashes + length + 1);
    strcpy(longer, path);
    if (slashes && end && __glob_exists(path) != 2) {
        free(longer);
        return 0;
    }
    memset(longer + end, '/', slashes);
    longer[end += slashes] = 0;
    pattern += slashes;
    part = strndup(pattern, length);
    if (__glob_is_pattern(pattern, length, flags)) {
        error = __glob_folder(longer, part, pattern + length, flags, failed, result);
    } else {
        for (i = 0; part[i]; i++) {
            if (part[i] == '\\' && part[i + 1] && !(flags & 64))
                i++;
            longer[end++] = part[i];
        }
        longer[end] = 0;
        error = __glob_from(longer, pattern + length, flags, failed, result);
    }
    free(part);
    free(longer);
    return error;
}

/* Without a match GLOB_NOCHECK gives the pattern, and GLOB_NOMAGIC if nothing in it is special. Slashes at the end of a
   longer name go, if nothing has the name without them. */
static int __glob_nothing(const char *pattern, int flags, unsigned long *result) {
    unsigned long length = strlen(pattern);
    char *copy;
    if (!(flags & 16) && !((flags & 2048) && !pattern[strcspn(pattern, "*?[\\")]))
        return 3; /* GLOB_NOMATCH */
    copy = strdup(pattern);
    while (length > 2 && copy[length - 1] == '/')
        copy[--length] = 0;
    __glob_append(result, flags, __glob_exists(copy) ? pattern : copy, 0);
    free(copy);
    return 0;
}

/* The result is a `glob_t`, whose first three words are known. */
int glob(const char *pattern, int flags, int (*failed)(const char *, int), void *to) {
    unsigned long *result = to, before, count;
    char **paths;
    int error;
    if (flags & ~(1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 2048))
        __not_modelled("such flags of `glob`");
    if (!(flags & 8 /* GLOB_DOOFFS */))
        result[2] = 0;
    if (!(flags & 32 /* GLOB_APPEND */)) {
        result[0] = 0;
        ((char ***)result)[1] = 0;
    }
    before = result[0];
    error = __glob_from("", pattern, flags, failed, result);
    if (error)
        return error;
    count = result[0] - before;
    if (!count)
        return __glob_nothing(pattern, flags, result);
    paths = ((char ***)result)[1] + (flags & 8 ? result[2] : 0) + before;
    if (!(flags & 4 /* GLOB_NOSORT */))
        qsort(paths, count, sizeof(char *), __glob_compare);
    return 0;
}

void globfree(void *to) {
    unsigned long *result = to, i;
    char **paths = ((char ***)result)[1];
    for (i = 0; paths && i < result[0]; i++)
        free(paths[result[2] + i]);
    free(paths);
    result[0] = 0;
    ((char ***)result)[1] = 0;
}

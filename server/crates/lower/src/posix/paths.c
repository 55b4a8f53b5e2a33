/* As glibc has it without <libgen.h>. */
char *basename(const char *path) {
    char *slash = strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}

/* As <libgen.h> has it. */
char *__xpg_basename(char *path) {
    static char here[2] = ".";
    char *end;
    if (!path || !*path)
        return here;
    end = path + strlen(path);
    if (end[-1] == '/') {
        while (end > path && end[-1] == '/')
            end--;
        if (end == path)
            return path + strlen(path) - 1;
        *end = 0;
    }
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

char *dirname(char *path) {
    static char here[2] = ".";
    char *end;
    if (!path || !*path)
        return here;
    end = path + strlen(path);
    while (end > path && end[-1] == '/')
        end--;
    /* Nothing but slashes. */
    if (end == path) {
        path[strlen(path) == 2 ? 2 : 1] = 0;
        return path;
    }
    while (end > path && end[-1] != '/')
        end--;
    if (end == path)
        return here;
    while (end > path && end[-1] == '/')
        end--;
    if (end == path)
        end += path[1] == '/' && path[2] != '/' ? 2 : 1;
    *end = 0;
    return path;
}

int getsubopt(char **options, char *const *names, char **value) {
    char *text = *options;
    unsigned long length = strcspn(text, ","), name;
    int i;
    if (!*text)
        return -1;
    name = strcspn(text, "=,");
    *options = text + length;
    if (text[length]) {
        text[length] = 0;
        ++*options;
    }
    for (i = 0; names[i]; i++) {
        if (strncmp(text, names[i], name) == 0 && !names[i][name]) {
            *value = name < length ? text + name + 1 : 0;
            return i;
        }
    }
    *value = text;
    return -1;
}

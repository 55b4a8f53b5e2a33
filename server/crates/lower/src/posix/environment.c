/* The environment when a test begins: empty, unless the test sets variables; then the evaluator fills it. */
static char *__given_environment[1];

static char *__no_environment[1];

char **environ = __given_environment;

/* The place of a variable in the environment; that of the final null pointer if it is not set. */
static char **__environment_place(const char *name, unsigned long length) {
    char **place = environ;
    while (*place && (strncmp(*place, name, length) != 0 || (*place)[length] != '='))
        place++;
    return place;
}

char *getenv(const char *name) {
    unsigned long length = strlen(name);
    char *found = *__environment_place(name, length);
    return found ? found + length + 1 : 0;
}

char *secure_getenv(const char *name) { return getenv(name); }

int putenv(char *entry) {
    static char **own;
    char *equals = strchr(entry, '=');
    unsigned long length = equals ? (unsigned long)(equals - entry) : strlen(entry);
    char **place = __environment_place(entry, length), **longer;
    if (!equals)
        return unsetenv(entry);
    if (!*place) {
        unsigned long count = place - environ;
        longer = malloc((count + 2) * sizeof *longer);
        memcpy(longer, environ, count * sizeof *longer);
        longer[count + 1] = 0;
        if (environ == own)
            free(own);
        environ = own = longer;
        place = longer + count;
    }
    *place = entry;
    return 0;
}

int setenv(const char *name, const char *value, int replaces) {
    unsigned long length = strlen(name);
    char *entry;
    if (length == 0 || strchr(name, '=')) {
        __set_errno(22);
        return -1;
    }
    if (!replaces && *__environment_place(name, length))
        return 0;
    entry = malloc(length + strlen(value) + 2);
    sprintf(entry, "%s=%s", name, value);
    return putenv(entry);
}

int unsetenv(const char *name) {
    char **place;
    if (!*name || strchr(name, '=')) {
        __set_errno(22);
        return -1;
    }
    for (place = __environment_place(name, strlen(name)); *place; place++)
        place[0] = place[1];
    return 0;
}

int clearenv(void) {
    environ = __no_environment;
    return 0;
}

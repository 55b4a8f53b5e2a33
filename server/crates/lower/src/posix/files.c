/* Functions of POSIX that are made of the few that the evaluator has: descriptors, folders, facts about files. Times of
   files are those of the clock, users and processes have fixed numbers, and every file is on one disk. */

static void __stat_of(const long *facts, struct stat *out) {
    memset(out, 0, sizeof *out);
    out->st_dev = 1;
    out->st_mode = facts[0];
    out->st_size = facts[1];
    out->st_ino = facts[2];
    out->st_nlink = facts[3];
    out->st_uid = out->st_gid = 1000;
    out->st_blksize = 4096;
    out->st_blocks = (facts[1] + 511) / 512;
    out->st_atim.tv_sec = out->st_mtim.tv_sec = out->st_ctim.tv_sec = time(0);
}

int stat(const char *path, struct stat *out) {
    long facts[4];
    if (__facts_of_name(path, facts) < 0)
        return -1;
    __stat_of(facts, out);
    return 0;
}

int lstat(const char *path, struct stat *out) { return stat(path, out); }

int fstat(int descriptor, struct stat *out) {
    long facts[4];
    if (__facts_of_descriptor(descriptor, facts) < 0)
        return -1;
    __stat_of(facts, out);
    return 0;
}

static void __only_here(int folder) {
    if (folder != -100)
        __not_modelled("a name relative to an opened folder");
}

int fstatat(int folder, const char *path, struct stat *out, int flags) {
    if (*path != '/')
        __only_here(folder);
    return stat(path, out);
}

int access(const char *path, int mode) {
    long facts[4];
    int wanted = (mode & 4 ? 0400 : 0) | (mode & 2 ? 0200 : 0) | (mode & 1 ? 0100 : 0);
    if (__facts_of_name(path, facts) < 0)
        return -1;
    if ((facts[0] & wanted) == wanted)
        return 0;
    __set_errno(13);
    return -1;
}

int eaccess(const char *path, int mode) { return access(path, mode); }

int euidaccess(const char *path, int mode) { return access(path, mode); }

int faccessat(int folder, const char *path, int mode, int flags) {
    if (*path != '/')
        __only_here(folder);
    return access(path, mode);
}

int creat(const char *path, unsigned mode) { return open(path, 01101, mode); }

int openat(int folder, const char *path, int flags, ...) {
    unsigned mode = 0;
    if (*path != '/')
        __only_here(folder);
    if (flags & 0100) {
        struct { long cursor; } list;
        __builtin_va_start(list, flags);
        mode = __builtin_va_arg(list, unsigned);
        __builtin_va_end(list);
    }
    return open(path, flags, mode);
}

int dup(int descriptor) { return __duplicate(descriptor, 0, 0); }

int dup2(int descriptor, int number) { return __duplicate(descriptor, number, 1); }

int dup3(int descriptor, int number, int flags) {
    if (descriptor == number) {
        __set_errno(22);
        return -1;
    }
    return __duplicate(descriptor, number, 1);
}

int fcntl(int descriptor, int command, ...) {
    long facts[4], argument = 0;
    if (command == 0 || command == 1030) {
        struct { long cursor; } list;
        __builtin_va_start(list, command);
        argument = __builtin_va_arg(list, int);
        __builtin_va_end(list);
        return __duplicate(descriptor, argument, 0);
    }
    if (__facts_of_descriptor(descriptor, facts) < 0)
        return -1;
    if (command != 1 && command != 2)
        __not_modelled("this command of `fcntl`");
    return 0;
}

long pread(int descriptor, void *buffer, unsigned long size, long offset) {
    long at = lseek(descriptor, 0, 1), taken;
    if (at < 0 || lseek(descriptor, offset, 0) < 0)
        return -1;
    taken = read(descriptor, buffer, size);
    lseek(descriptor, at, 0);
    return taken;
}

long pwrite(int descriptor, const void *buffer, unsigned long size, long offset) {
    long at = lseek(descriptor, 0, 1), written;
    if (at < 0 || lseek(descriptor, offset, 0) < 0)
        return -1;
    written = write(descriptor, buffer, size);
    lseek(descriptor, at, 0);
    return written;
}

long readv(int descriptor, const struct iovec *parts, int count) {
    long all = 0;
    int i;
    for (i = 0; i < count; i++) {
        long taken = read(descriptor, parts[i].iov_base, parts[i].iov_len);
        if (taken < 0)
            return all > 0 ? all : -1;
        all += taken;
        if ((unsigned long)taken < parts[i].iov_len)
            break;
    }
    return all;
}

long writev(int descriptor, const struct iovec *parts, int count) {
    long all = 0;
    int i;
    for (i = 0; i < count; i++) {
        long written = write(descriptor, parts[i].iov_base, parts[i].iov_len);
        if (written < 0)
            return all > 0 ? all : -1;
        all += written;
    }
    return all;
}

int truncate(const char *path, long size) {
    int descriptor = open(path, 1), result;
    if (descriptor < 0)
        return -1;
    result = ftruncate(descriptor, size);
    close(descriptor);
    return result;
}

int dprintf(int descriptor, const char *format, ...) {
    char *text = 0;
    int length;
    struct { long cursor; } list;
    __builtin_va_start(list, format);
    length = vasprintf(&text, format, &list);
    __builtin_va_end(list);
    if (length >= 0 && write(descriptor, text, length) < 0)
        length = -1;
    free(text);
    return length;
}

int fsync(int descriptor) {
    long facts[4];
    return __facts_of_descriptor(descriptor, facts);
}

int fdatasync(int descriptor) { return fsync(descriptor); }

void sync(void) {}

int mkdirat(int folder, const char *path, unsigned mode) {
    if (*path != '/')
        __only_here(folder);
    return mkdir(path, mode);
}

int unlinkat(int folder, const char *path, int flags) {
    if (*path != '/')
        __only_here(folder);
    return flags & 0x200 ? rmdir(path) : unlink(path);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    if (*from != '/')
        __only_here(from_folder);
    if (*to != '/')
        __only_here(to_folder);
    return rename(from, to);
}

int fchmodat(int folder, const char *path, unsigned mode, int flags) {
    if (*path != '/')
        __only_here(folder);
    return chmod(path, mode);
}

static unsigned __mask = 022;

unsigned umask(unsigned mask) {
    unsigned old = __mask;
    if ((mask & 0777) != 022)
        __not_modelled("`umask` with another mask than 022");
    __mask = mask & 0777;
    return old;
}

/* An opened folder: the names, the one to be read next, their number, the entry that is returned, and a descriptor. */
struct __dirstream *opendir(const char *path) {
    char **folder, *names = __names_in(path), *name;
    long count = 0;
    if (!names)
        return 0;
    for (name = names; *name; name += strlen(name) + 1)
        count++;
    folder = malloc(5 * sizeof(char *));
    folder[0] = names;
    folder[1] = (char *)-2L;
    folder[2] = (char *)count;
    folder[3] = 0;
    folder[4] = (char *)(long)open("/dev/null", 0);
    return (struct __dirstream *)folder;
}

struct dirent *readdir(struct __dirstream *opened) {
    char **folder = (char **)opened, *name;
    struct dirent *entry;
    long at = (long)folder[1], i;
    if (at >= (long)folder[2])
        return 0;
    if (!folder[3])
        folder[3] = calloc(1, sizeof *entry);
    name = at == -2 ? "." : at == -1 ? ".." : folder[0];
    for (i = 0; i < at; i++)
        name += strlen(name) + 1;
    folder[1] = (char *)(at + 1);
    entry = (struct dirent *)folder[3];
    entry->d_ino = at + 3;
    entry->d_off = at + 3;
    entry->d_type = at < 0 ? 4 : 0;
    entry->d_reclen = sizeof *entry;
    strncpy(entry->d_name, name, 255);
    return entry;
}

int closedir(struct __dirstream *opened) {
    char **folder = (char **)opened;
    free(folder[0]);
    free(folder[3]);
    close((int)(long)folder[4]);
    free(folder);
    return 0;
}

void rewinddir(struct __dirstream *opened) { ((char **)opened)[1] = (char *)-2L; }

long telldir(struct __dirstream *opened) { return (long)((char **)opened)[1] + 2; }

void seekdir(struct __dirstream *opened, long to) { ((char **)opened)[1] = (char *)(to - 2); }

int alphasort(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

int scandir(const char *path, struct dirent ***out, int (*wanted)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
    struct __dirstream *folder = opendir(path);
    struct dirent *entry, **found = 0;
    int count = 0;
    if (!folder)
        return -1;
    while ((entry = readdir(folder))) {
        if (wanted && !wanted(entry))
            continue;
        found = realloc(found, (count + 1) * sizeof *found);
        found[count] = malloc(sizeof *entry);
        memcpy(found[count++], entry, sizeof *entry);
    }
    closedir(folder);
    if (compare && count > 1)
        qsort(found, count, sizeof *found, (int (*)(const void *, const void *))compare);
    *out = found;
    return count;
}

static int __temporary_number;

/* Writes a name that was not used before over the six `X` of a template. */
static int __temporary_name(char *template, int end) {
    long length = strlen(template) - end;
    int i, number = __temporary_number++;
    if (length < 6 || strncmp(template + length - 6, "XXXXXX", 6) != 0) {
        __set_errno(22);
        return -1;
    }
    for (i = 1; i <= 6; i++) {
        template[length - i] = "abcdefghijklmnopqrstuvwxyz"[number % 26];
        number /= 26;
    }
    return 0;
}

int mkostemps(char *template, int end, int flags) {
    if (__temporary_name(template, end) < 0)
        return -1;
    return open(template, 0302 | flags, 0600);
}

int mkstemp(char *template) { return mkostemps(template, 0, 0); }

int mkostemp(char *template, int flags) { return mkostemps(template, 0, flags); }

int mkstemps(char *template, int end) { return mkostemps(template, end, 0); }

char *mkdtemp(char *template) {
    if (__temporary_name(template, 0) < 0 || mkdir(template, 0700) < 0)
        return 0;
    return template;
}

int getpid(void) { return 4242; }

int getppid(void) { return 4241; }

int gettid(void) { return 4242; }

unsigned getuid(void) { return 1000; }

unsigned geteuid(void) { return 1000; }

unsigned getgid(void) { return 1000; }

unsigned getegid(void) { return 1000; }

char *__program_name(void) { return "program"; }

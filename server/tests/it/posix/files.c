// Descriptors: reading, writing, positions, duplicates, redirection, temporary files.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void copy(const char *from, const char *to)
{
    char block[3];
    ssize_t taken;
    int in = open(from, O_RDONLY), out;
    if (in < 0) {
        printf("%s: %s\n", from, strerror(errno));
        return;
    }
    out = open(to, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (out < 0) {
        printf("%s: %s\n", to, strerror(errno));
        close(in);
        return;
    }
    while ((taken = read(in, block, sizeof block)) > 0)
        if (write(out, block, taken) != taken)
            abort();
    close(in);
    close(out);
}

static void about(const char *path)
{
    struct stat facts;
    if (stat(path, &facts) < 0)
        printf("%s: %s\n", path, strerror(errno));
    else
        printf("%s: %ld bytes, %o, %d names, file %d\n", path, (long)facts.st_size,
               (unsigned)facts.st_mode & 0777, (int)facts.st_nlink, S_ISREG(facts.st_mode));
}

int main(void)
{
    char block[64];
    int log = open("log", O_RDWR | O_CREAT | O_TRUNC, 0644), other;
    struct iovec parts[2] = { { "ab", 2 }, { "cd\n", 3 } };
    dprintf(log, "line %d\n", 1);
    dprintf(log, "line %d\n", 2);
    printf("%d at %d\n", (int)writev(log, parts, 2), (int)lseek(log, 0, SEEK_CUR));
    printf("%.*s|\n", (int)pread(log, block, 6, 7), block);
    about("log");
    printf("%d\n", ftruncate(log, 4) + (int)lseek(log, 0, SEEK_SET));
    printf("%d read\n", (int)read(log, block, sizeof block));
    close(log);
    if (close(log) < 0)
        printf("%s\n", strerror(errno));
    copy("log", "copy");
    copy("log", "copy");
    copy("none", "copy2");
    copy("log", "none/copy");
    link("copy", "second");
    chmod("second", 0400);
    about("copy");
    about("none");
    printf("%d %d %d\n", access("second", R_OK), access("second", X_OK), access("none", F_OK));
    unlink("copy");
    about("second");
    // Two numbers share one position.
    log = open("shared", O_RDWR | O_CREAT, 0600);
    other = dup(log);
    printf("%d", (int)write(log, "hello", 5));
    lseek(other, 1, SEEK_SET);
    printf(" %.*s\n", (int)read(log, block, 10), block);
    close(log);
    close(other);
    // Standard output goes into a file for a while.
    fflush(stdout);
    int saved = dup(1), out = open("out", O_WRONLY | O_CREAT, 0644);
    dup2(out, 1);
    close(out);
    printf("into the file\n");
    fflush(stdout);
    dup2(saved, 1);
    close(saved);
    FILE *back = fdopen(open("out", O_RDWR | O_APPEND), "a+");
    fputs("and more\n", back);
    rewind(back);
    while (fgets(block, sizeof block, back))
        printf("> %s", block);
    fclose(back);
    char name[] = "tempXXXXXX";
    other = mkstemp(name);
    printf("%d %d\n", (int)write(other, "x", 1), (int)lseek(other, 0, SEEK_END));
    close(other);
    printf("%d\n", unlink(name) + unlink("log") + unlink("second") + unlink("shared") + unlink("out"));
    printf("%d %s\n", (int)write(99, "x", 1), strerror(errno));
    return 0;
}

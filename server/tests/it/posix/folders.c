// Folders: making, listing, changing into and removing them.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void touch(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT, 0644);
    if (file < 0)
        printf("%s: %s\n", path, strerror(errno));
    else
        close(file);
}

static int is_text(const struct dirent *entry) { return fnmatch("*.txt", entry->d_name, 0) == 0; }

int main(void)
{
    struct dirent **list, *entry;
    struct stat facts;
    int count = 0, i;
    printf("%d %d", mkdir("notes", 0755), mkdir("notes", 0755));
    printf(" %s\n", strerror(errno));
    touch("notes/b.txt");
    touch("notes/a.txt");
    touch("notes/c.dat");
    touch("none/a.txt");
    mkdir("notes/deep", 0755);
    touch("notes/deep/d.txt");
    stat("notes", &facts);
    printf("%d\n", S_ISDIR(facts.st_mode));
    DIR *folder = opendir("notes");
    while ((entry = readdir(folder)))
        count++;
    closedir(folder);
    printf("%d names\n", count);
    count = scandir("notes", &list, is_text, alphasort);
    for (i = 0; i < count; i++) {
        printf("%s\n", list[i]->d_name);
        free(list[i]);
    }
    free(list);
    glob_t found;
    if (glob("notes/[ab]*.t?t", 0, NULL, &found) == 0) {
        for (i = 0; i < (int)found.gl_pathc; i++)
            printf("found %s\n", found.gl_pathv[i]);
        globfree(&found);
    }
    printf("%d", rmdir("notes"));
    printf(" %s\n", strerror(errno));
    printf("%d", chdir("notes/deep"));
    printf(" %d %d\n", access("d.txt", F_OK), access("../a.txt", F_OK));
    unlink("d.txt");
    printf("%d", chdir(".."));
    printf(" %d\n", rmdir("deep"));
    printf("%d", unlink("a.txt") + unlink("b.txt") + remove("c.dat"));
    printf(" %d", chdir(".."));
    printf(" %d\n", rmdir("notes"));
    printf("%d", opendir("notes") == NULL);
    printf(" %s\n", strerror(errno));
    return 0;
}

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static long at(const void *base, const void *p) {
    return p ? (long)((const char *)p - (const char *)base) : -1;
}

int main(void) {
    const char *text = "the quick brown fox jumps over the lazy dog";
    char a[64], b[64], *rest, *token;
    memset(a, '#', sizeof a);
    printf("%ld %.6s\n", at(a, memccpy(a, text, 'q', 20)), a);
    printf("%ld\n", at(a, memccpy(a, text, 'q', 3)));
    printf("%ld ", at(a, mempcpy(a, text, 9)));
    printf("%ld %s ", at(a, stpcpy(a, "copied")), a);
    printf("%ld %s\n", at(a, stpncpy(a, "ab", 5)), a);
    printf("%d %d %d\n", sign(strcoll("a", "b")), sign(strcasecmp("HeLLo", "hEllO")), sign(strncasecmp("abX", "ABy", 3)));
    printf("%zu %s %zu %zu\n", strxfrm(b, "xyz", sizeof b), b, strnlen(text, 5), strnlen("ab", 5));
    strcpy(b, "one,two;;three");
    rest = b;
    while ((token = strsep(&rest, ",;")))
        printf("[%s]", token);
    strcpy(b, "  a b  c ");
    for (token = strtok(b, " "); token; token = strtok(NULL, " "))
        printf("(%s)", token);
    puts("");
    printf("%ld %ld %ld\n", at(text, strcasestr(text, "QUICK")), at(text, strcasestr(text, "cat")),
           at(text, strcasestr(text, "")));
    printf("%ld %ld\n", at(text, memmem(text, 20, "brown", 5)), at(text, memmem(text, 12, "brown", 5)));
    printf("%ld %ld\n", at(text, memrchr(text, 'o', 43)), at(text, memrchr(text, '!', 43)));
    printf("%ld %ld %ld\n", at(text, strchrnul(text, 'z')), at(text, strchrnul(text, '!')), at(text, rawmemchr(text, 'f')));
    printf("%ld %ld %ld %ld\n", at(text, strchr(text, 0)), at(text, strrchr(text, 'o')), at(text, index(text, 'q')),
           at(text, rindex(text, 'q')));
    printf("%zu %zu %ld %ld\n", strspn(text, "eht"), strcspn(text, "q"), at(text, strpbrk(text, "xyz")),
           at(text, strstr(text, "over")));
    printf("%d %d %d %d\n", sign(strcmp("a", "a")), sign(strcmp("a", "ab")), sign(strncmp("abc", "abd", 2)),
           sign(memcmp("\xff", "\x01", 1)));
    strcpy(a, "12");
    strcat(a, "34");
    strncat(a, "5678", 2);
    printf("%s\n", a);
    memmove(a + 1, a, 5);
    printf("%s %d\n", a, !!bcmp(a, "1123456", 7));
    bzero(a, 3);
    printf("%d %d\n", a[0], a[3]);
    swab("abcd", b, 4);
    printf("%.4s %d %d\n", b, ffs(8), ffs(0));
    token = strdup("dup");
    rest = strndup("duplicate", 4);
    printf("%s %s\n", token, rest);
    free(token);
    free(rest);
    return 0;
}

// Regular expressions, basic and extended, and patterns of file names.
#include <fnmatch.h>
#include <regex.h>
#include <stdio.h>

static void match(const char *pattern, const char *text, int flags)
{
    regex_t compiled;
    regmatch_t parts[4];
    char said[80];
    int code = regcomp(&compiled, pattern, flags);
    if (code != 0) {
        regerror(code, &compiled, said, sizeof said);
        printf("%s: %s\n", pattern, said);
        return;
    }
    code = regexec(&compiled, text, 4, parts, 0);
    printf("%s in %s:", pattern, text);
    for (int i = 0; code == 0 && i <= (int)compiled.re_nsub && i < 4; i++)
        printf(" %d-%d", (int)parts[i].rm_so, (int)parts[i].rm_eo);
    puts(code == 0 ? "" : " no");
    regfree(&compiled);
}

int main(void)
{
    match("([a-z]+)([0-9]*)", "..abc123", REG_EXTENDED);
    match("a|ab|abc", "xabcd", REG_EXTENDED);
    match("(a|ab)(c|bcd)(d*)", "abcd", REG_EXTENDED);
    match("^x{2,3}$", "xxx", REG_EXTENDED);
    match("^x{2,3}$", "xxxx", REG_EXTENDED);
    match("\\(a*\\)b\\1", "aabaa", 0);
    match("a+", "a+", 0);
    match("[[:upper:]][^[:space:]]*", "say Hello there", 0);
    match("HELLO", "hello", REG_ICASE);
    match("^b", "a\nb", REG_NEWLINE);
    match("(a*)*c", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaab", REG_EXTENDED);
    match("(unclosed", "", REG_EXTENDED);
    match("[z-a]", "", REG_EXTENDED);
    match("*", "*", REG_EXTENDED);
    const char *names[] = { "a.c", ".hidden", "dir/a.c", "[x]", "A.C" };
    const char *patterns[] = { "*.c", "?*", "*/*", "\\[x\\]", "[!.]*.[ch]" };
    for (int i = 0; i < 5; i++, putchar('\n'))
        for (int k = 0; k < 5; k++)
            printf("%d%d%d ", !fnmatch(patterns[i], names[k], 0), !fnmatch(patterns[i], names[k], FNM_PATHNAME),
                   !fnmatch(patterns[i], names[k], FNM_PERIOD | FNM_CASEFOLD));
    return 0;
}

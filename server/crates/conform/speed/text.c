/* Characters and strings. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[128];
    int counts[26] = {0}, words = 0;
    for (int round = 0; round < 40000; round++) {
        strcpy(line, "The quick brown fox jumps over the lazy dog");
        int inside = 0;
        for (char *p = line; *p; p++) {
            if (isalpha((unsigned char)*p)) {
                counts[tolower((unsigned char)*p) - 'a']++;
                words += !inside;
                inside = 1;
            } else {
                inside = 0;
            }
        }
    }
    printf("%d %d %d\n", words, counts[4], (int)strlen(line));
    return 0;
}

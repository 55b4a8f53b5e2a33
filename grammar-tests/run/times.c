#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
    static const time_t moments[] = {0, 1000000000, 951782400, 4102444800, -1, -86400 * 365L * 70, 1709164800,
                                     1735689599, 253402300799, -2208988800, 1230768000, 1293839999, 1104537600};
    char text[300];
    struct tm parts, *where;
    size_t i;
    for (i = 0; i < sizeof moments / sizeof *moments; i++) {
        where = gmtime(&moments[i]);
        printf("%d %d %d %d %d %d %d %d %d\n", where->tm_year, where->tm_mon, where->tm_mday, where->tm_hour,
               where->tm_min, where->tm_sec, where->tm_wday, where->tm_yday, where->tm_isdst);
        printf("%s", asctime(where));
        printf("%zu ", strftime(text, sizeof text,
                                "%a %A %b %B %c %C %d %D %e %F %g %G %H %I %j %m %M %n %p %r %R %S %t %T %u %U %V %w %W "
                                "%x %X %y %Y %%", where));
        puts(text);
        parts = *where;
        printf("%d\n", mktime(&parts) == moments[i]);
    }
    memset(&parts, 0, sizeof parts);
    parts.tm_year = 124;
    parts.tm_mon = 13;
    parts.tm_mday = -3;
    parts.tm_hour = 50;
    printf("%ld ", (long)mktime(&parts));
    printf("%d %d %d %d\n", parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_hour);
    printf("%zu\n", strftime(text, 5, "%Y-%m", &parts));
    printf("%g\n", difftime(10, 4));
    printf("%d %d\n", clock() >= 0, time(NULL) > 0);
    printf("%s", ctime_r(&moments[1], text));
    localtime_r(&moments[2], &parts);
    printf("%d\n", parts.tm_mday);
    return 0;
}

/* Made by a script: every flag with every width, precision and length. */
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

int main(void) {
    int a, b; signed char c; short d; long e; long long f; size_t g;
    char text[40];
    printf("[%s]", "some text");
    printf("[%.s]", "some text");
    printf("[%.0s]", "some text");
    printf("[%.1s]", "some text");
    printf("[%.5s]", "some text");
    printf("[%.10s]", "some text");
    printf("[%.*s]", 4, "some text");
    printf("[%c]\n", 'x');
    printf("[%1s]", "some text");
    printf("[%1.s]", "some text");
    printf("[%1.0s]", "some text");
    printf("[%1.1s]", "some text");
    printf("[%1.5s]", "some text");
    printf("[%1.10s]", "some text");
    printf("[%1.*s]", 0, "some text");
    printf("[%1c]\n", 'x');
    printf("[%7s]", "some text");
    printf("[%7.s]", "some text");
    printf("[%7.0s]", "some text");
    printf("[%7.1s]", "some text");
    printf("[%7.5s]", "some text");
    printf("[%7.10s]", "some text");
    printf("[%7.*s]", 4, "some text");
    printf("[%7c]\n", 'x');
    printf("[%12s]", "some text");
    printf("[%12.s]", "some text");
    printf("[%12.0s]", "some text");
    printf("[%12.1s]", "some text");
    printf("[%12.5s]", "some text");
    printf("[%12.10s]", "some text");
    printf("[%12.*s]", -1, "some text");
    printf("[%12c]\n", 'x');
    printf("[%*s]", -9, "some text");
    printf("[%*.s]", 9, "some text");
    printf("[%*.0s]", 0, "some text");
    printf("[%*.1s]", 9, "some text");
    printf("[%*.5s]", 0, "some text");
    printf("[%*.10s]", 0, "some text");
    printf("[%*.*s]", 9, 0, "some text");
    printf("[%*c]\n", -9, 'x');
    printf("[%-s]", "some text");
    printf("[%-.s]", "some text");
    printf("[%-.0s]", "some text");
    printf("[%-.1s]", "some text");
    printf("[%-.5s]", "some text");
    printf("[%-.10s]", "some text");
    printf("[%-.*s]", 4, "some text");
    printf("[%-c]\n", 'x');
    printf("[%-1s]", "some text");
    printf("[%-1.s]", "some text");
    printf("[%-1.0s]", "some text");
    printf("[%-1.1s]", "some text");
    printf("[%-1.5s]", "some text");
    printf("[%-1.10s]", "some text");
    printf("[%-1.*s]", -1, "some text");
    printf("[%-1c]\n", 'x');
    printf("[%-7s]", "some text");
    printf("[%-7.s]", "some text");
    printf("[%-7.0s]", "some text");
    printf("[%-7.1s]", "some text");
    printf("[%-7.5s]", "some text");
    printf("[%-7.10s]", "some text");
    printf("[%-7.*s]", 0, "some text");
    printf("[%-7c]\n", 'x');
    printf("[%-12s]", "some text");
    printf("[%-12.s]", "some text");
    printf("[%-12.0s]", "some text");
    printf("[%-12.1s]", "some text");
    printf("[%-12.5s]", "some text");
    printf("[%-12.10s]", "some text");
    printf("[%-12.*s]", 4, "some text");
    printf("[%-12c]\n", 'x');
    printf("[%-*s]", 9, "some text");
    printf("[%-*.s]", 0, "some text");
    printf("[%-*.0s]", 9, "some text");
    printf("[%-*.1s]", 0, "some text");
    printf("[%-*.5s]", 0, "some text");
    printf("[%-*.10s]", -9, "some text");
    printf("[%-*.*s]", 0, 4, "some text");
    printf("[%-*c]\n", 0, 'x');
    printf("abc%n def%n %d %s%n\n", &a, &b, 12345, "", &a);
    printf("%d %d\n", a, b);
    printf("%hhn1%hn2%ln3%lln4%zn\n", &c, &d, &e, &f, (ssize_t *)&g);
    printf("%d %d %ld %lld %zu\n", c, d, e, f, g);
    printf("%% |%c%c\n", 65, 66);
    printf("%p %p\n", (void *)0, (void *)255);
    printf("%d %d\n", snprintf(text, 5, "%d", 1234567), snprintf(NULL, 0, "%s", "12345678"));
    puts(text);
    printf("%d ", sprintf(text, "%s-%s", "a", "b"));
    puts(text);
    printf("%d\n", printf("four"));
    putchar_unlocked('u');
    putc_unlocked('\n', stdout);
    fputs("fputs\n", stdout);
    fputc('f', stdout);
    puts("");
    return 0;
}

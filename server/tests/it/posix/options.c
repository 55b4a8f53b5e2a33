// Options of a command line, short and long, before and behind other arguments.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>

static int verbose;

static const struct option table[] = {
    { "verbose", no_argument, &verbose, 1 },
    { "output", required_argument, NULL, 'o' },
    { "level", optional_argument, NULL, 'l' },
    { "list", no_argument, NULL, 'L' },
    { NULL, 0, NULL, 0 },
};

static void read_all(int count, char **arguments)
{
    int c, index = -1;
    optind = 0;
    opterr = 0;
    verbose = 0;
    while ((c = getopt_long(count, arguments, "ab:o:l::", table, &index)) != -1) {
        switch (c) {
        case 0:
            printf("flag %s\n", table[index].name);
            break;
        case '?':
            printf("refused %d %c\n", optind, optopt > 31 ? optopt : '-');
            break;
        default:
            printf("%c=%s\n", c, optarg ? optarg : "");
        }
    }
    printf("verbose %d, rest:", verbose);
    while (optind < count)
        printf(" %s", arguments[optind++]);
    putchar('\n');
}

int main(void)
{
    char *first[] = { "p", "one", "-a", "-bvalue", "--verb", "two", "--output=x", "-l", "-l3", "three", NULL };
    char *second[] = { "p", "--out", "file", "--level=9", "--li", "-z", "--nothing", "-b", NULL };
    char *third[] = { "p", "-ab", "v", "--", "-a", "--list", NULL };
    char *fourth[] = { "p", "--l", "--list=no", "--output", NULL };
    read_all(10, first);
    read_all(8, second);
    read_all(6, third);
    read_all(4, fourth);
    return 0;
}

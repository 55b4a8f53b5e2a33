//! Programs whose certificates need many values, values that are kept, nested executions, texts or addresses.

/// A right program, and the change that makes it faulty.
pub(crate) struct Program {
    pub(crate) text: &'static str,
    /// A text that occurs once, and the one that stands there instead.
    pub(crate) fault: [&'static str; 2],
    pub(crate) inputs: &'static [&'static str],
}

pub(crate) const PROGRAMS: [Program; 12] = [
    // A position that several executions set, some of them to the value of the failing run.
    Program {
        text: r#"#include <stdio.h>

int walk(int width, int bonus)
{
    int total = 11;
    int at = 0;
    while (at < width % 9) {
        if (at % 6 == 2)
            total = total + bonus;
        else
            total = total - 2 * at;
        at++;
    }
    return total;
}

int main(void)
{
    int width, bonus;
    if (scanf("%d %d", &width, &bonus) != 2)
        return 1;
    printf("%d\n", walk(width, bonus));
    return 0;
}
"#,
        fault: ["width % 9", "bonus % 9"],
        inputs: &["5 40", "17 3", "8 25", "0 0", "30 13", "4 4"],
    },
    // A recursive function: executions end in another order than they begin.
    Program {
        text: r#"#include <stdio.h>

static int calls;

int combine(int n)
{
    calls++;
    if (n < 2)
        return n + 1;
    return combine(n - 1) + 2 * combine(n - 2);
}

int main(void)
{
    int n;
    while (scanf("%d", &n) == 1)
        printf("%d\n", combine(n));
    printf("%d calls\n", calls);
    return 0;
}
"#,
        fault: ["2 * combine(n - 2)", "3 * combine(n - 2)"],
        inputs: &["2", "3", "4 2", "1 0", "5"],
    },
    // More executions than anybody wants to read.
    Program {
        text: r#"#include <stdio.h>

int main(void)
{
    int n, odd = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 1; i <= n; i++) {
        if (i % 3 != 1)
            odd += i;
        if (i % 2 == 0)
            printf("%d ", odd);
    }
    printf("\n%d\n", odd);
    return 0;
}
"#,
        fault: ["i % 3 != 1", "i % 3 == 1"],
        inputs: &["30", "41", "7", "0"],
    },
    // Six tests fail, each with values of its own.
    Program {
        text: r#"#include <stdio.h>

long area(int a, int b, int c)
{
    long base = (long)a * b;
    long side = (long)c * (a + b);
    return base + 2 * side;
}

int main(void)
{
    int a, b, c;
    if (scanf("%d %d %d", &a, &b, &c) != 3)
        return 2;
    printf("%ld\n", area(a, b, c));
    return 0;
}
"#,
        fault: ["(long)c * (a + b)", "(long)c * (a - b)"],
        inputs: &[
            "1 2 3", "4 5 6", "7 8 9", "2 9 1", "3 3 3", "10 2 4", "5 0 5",
        ],
    },
    // A text longer than a line, with quotes and a letter beyond ASCII.
    Program {
        text: r#"#include <stdio.h>

int main(void)
{
    int marks;
    if (scanf("%d", &marks) != 1)
        return 1;
    if (marks > 49)
        puts("The \"Prüfung\" is passed; the next one begins in the coming term, in room 7\t(left).");
    else
        puts("The \"Prüfung\" is not passed; ask for another date before the end of the month.");
    return 0;
}
"#,
        fault: [
            "is passed; the next one begins",
            "is passed; the last one begins",
        ],
        inputs: &["50", "12", "90"],
    },
    // Two faults.
    Program {
        text: r#"#include <stdio.h>

struct account {
    int balance;
    char kind;
    double rate;
};

static void update(struct account *a, int months)
{
    while (months > 0) {
        a->balance += a->balance / 10;
        months--;
    }
    a->kind = a->balance > 500 ? 'r' : 'p';
    a->rate = a->balance / 4.0;
}

int main(void)
{
    struct account a = {100, '?', 0};
    int months;
    if (scanf("%d %d", &a.balance, &months) != 2)
        return 1;
    update(&a, months);
    printf("%d %c %.3f\n", a.balance, a.kind, a.rate);
    return 0;
}
"#,
        fault: [
            "a->balance > 500 ? 'r' : 'p';\n    a->rate = a->balance / 4.0",
            "a->balance > 700 ? 'r' : 'p';\n    a->rate = a->balance / 8.0",
        ],
        inputs: &["100 1", "550 1", "400 3", "9 0"],
    },
    // An address.
    Program {
        text: r#"#include <stdio.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

int main(void)
{
    struct node *first = NULL, **end = &first;
    int key;
    while (scanf("%d", &key) == 1) {
        struct node *new = malloc(sizeof *new);
        new->key = key;
        new->next = NULL;
        *end = new;
        end = &new->next;
    }
    struct node *best = first;
    for (struct node *n = first; n != NULL; n = n->next)
        if (n->key > best->key)
            best = n;
    if (best != NULL)
        printf("%d\n", best->key);
    while (first != NULL) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
"#,
        fault: ["n->key > best->key", "n->key < best->key"],
        inputs: &["3 8 5", "1 2", "9", "4 4 6 2"],
    },
    // Conditions of which one is kept.
    Program {
        text: r#"#include <stdio.h>

static const char *grade(int points, int bonus)
{
    if (points > 90 || (points > 80 && bonus))
        return "A";
    if (points > 70 && !bonus)
        return "B";
    switch (points / 10) {
    case 7:
    case 6:
        return "C";
    default:
        return "D";
    }
}

int main(void)
{
    int points, bonus;
    while (scanf("%d %d", &points, &bonus) == 2)
        printf("%s ", grade(points, bonus));
    puts("");
    return 0;
}
"#,
        fault: ["points > 70 && !bonus", "points > 60 && bonus"],
        inputs: &[
            "95 0 85 1 75 0 61 1",
            "75 0",
            "65 0 65 1",
            "20 0",
            "71 1 72 0",
        ],
    },
    // Input that is read at the wrong place.
    Program {
        text: r#"#include <stdio.h>
#include <string.h>

int main(void)
{
    char word[20];
    int count = 0, letters = 0;
    while (scanf("%19s", word) == 1) {
        if (strcmp(word, "end") == 0)
            break;
        letters += (int)strlen(word);
        count++;
    }
    if (count > 0)
        printf("%d words, %.2f letters\n", count, (double)letters / count);
    else
        printf("nothing\n");
    return 0;
}
"#,
        fault: ["\"end\") == 0", "\"end\") != 0"],
        inputs: &[
            "one three end",
            "a bb ccc",
            "end",
            "longer words here end more",
        ],
    },
    // Jumps.
    Program {
        text: r#"#include <stdio.h>

int main(void)
{
    int value, sum = 0, seen = 0;
    for (;;) {
        if (scanf("%d", &value) != 1)
            break;
        if (value < 0)
            continue;
        seen++;
        sum += value;
    }
    printf("%d of %d\n", sum, seen);
    return 0;
}
"#,
        fault: ["continue;", "break;"],
        inputs: &["1 -2 3", "4 5", "-1 -1 7", "2 -9 2 -9 2"],
    },
    // Unsigned arithmetic that wraps around.
    Program {
        text: r#"#include <stdio.h>

int main(void)
{
    unsigned hash = 2166136261u;
    unsigned char low;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        hash ^= (unsigned)c;
        hash *= 16777619u;
    }
    low = (unsigned char)hash;
    printf("%u %d\n", hash, low);
    return 0;
}
"#,
        fault: ["hash *= 16777619u", "hash *= 16777618u"],
        inputs: &["ab\n", "c\n", "\n"],
    },
    // Elements of an array that are exchanged.
    Program {
        text: r#"#include <stdio.h>

int main(void)
{
    int n, v[12];
    if (scanf("%d", &n) != 1 || n > 12)
        return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%d", &v[i]) != 1)
            return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++)
            if (v[j] > v[j + 1]) {
                int kept = v[j];
                v[j] = v[j + 1];
                v[j + 1] = kept;
            }
    for (int i = 0; i < n; i++)
        printf("%d ", v[i]);
    printf("\n");
    return 0;
}
"#,
        fault: ["v[j + 1] = kept", "v[j] = kept"],
        inputs: &["3 3 2 1", "2 5 4", "4 1 2 3 4", "5 2 1 4 3 5"],
    },
];

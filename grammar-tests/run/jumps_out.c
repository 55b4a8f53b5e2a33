// Jumps out of functions: an error in a recursive parser, a retry that keeps variables, and a buffer in a structure.
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

enum { BAD_DIGIT = 3, BY_ZERO };

struct reader {
    jmp_buf failed;
    const char *at;
};

static int number(struct reader *r)
{
    int value = 0;
    if (*r->at < '0' || *r->at > '9')
        longjmp(r->failed, BAD_DIGIT);
    while (*r->at >= '0' && *r->at <= '9')
        value = 10 * value + *r->at++ - '0';
    return value;
}

static int quotient(struct reader *r)
{
    int value = number(r);
    while (*r->at == '/') {
        r->at++;
        int by = number(r);
        if (by == 0)
            longjmp(r->failed, BY_ZERO);
        value /= by;
    }
    return value;
}

static jmp_buf again;

static void unwind(int depth)
{
    char room[10] = "abc";
    if (depth == 0)
        longjmp(again, 0);
    unwind(depth - (int)strlen(room) / 3);
}

int main(void)
{
    const char *texts[] = { "84/2/3", "7/0", "12/x", "" };
    struct reader r;
    for (int i = 0; i < 4; i++) {
        r.at = texts[i];
        switch (setjmp(r.failed)) {
        case 0:
            printf("%d\n", quotient(&r));
            break;
        case BY_ZERO:
            printf("by zero in %s\n", texts[i]);
            break;
        default:
            printf("no digit at %d\n", (int)(r.at - texts[i]));
        }
    }
    int tries = 0;
    if (setjmp(again) != 0)
        printf("returned, %d\n", tries);
    if (++tries < 3)
        unwind(4);
    sigjmp_buf other;
    int code = sigsetjmp(other, 1);
    if (code < 2)
        siglongjmp(other, code + 1);
    printf("%d tries, code %d\n", tries, code);
    return 0;
}

// Addresses of labels: a table in static memory, one that is computed, and a jump into a block.
#include <stdio.h>

static int run(const char *code)
{
    static const void *const steps[] = { ['+'] = &&add, ['*'] = &&twice, ['.'] = &&print, ['!'] = &&stop };
    int value = 1, printed = 0;
    goto *steps[(unsigned char)*code++];
add:
    value++;
    goto *steps[(unsigned char)*code++];
twice: {
    int copy = value;
    value += copy;
    goto *steps[(unsigned char)*code++];
}
print:
    printf("%d\n", value);
    printed++;
    goto *steps[(unsigned char)*code++];
stop:
    return printed;
}

int main(void)
{
    void *where = &&first;
    int round = 0;
    printf("%d printed\n", run("+.**+.!"));
again:
    goto *(round == 0 ? where : &&second);
first:
    puts("first");
    round++;
    goto again;
second:
    puts("second");
    return 0;
}

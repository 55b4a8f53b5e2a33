/* Arrays and nested loops. */
#include <stdio.h>

static char composite[20000001];

int main(void)
{
    int count = 0;
    for (int i = 2; i <= 2000000; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long)i * i; j <= 2000000; j += i)
            composite[j] = 1;
    }
    printf("%d\n", count);
    return 0;
}

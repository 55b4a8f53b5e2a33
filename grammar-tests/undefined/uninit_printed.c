// valgrind: depends on uninitialised value
// fault: 9
#include <stdio.h>

int main(void)
{
    int sum;
    for (int i = 0; i < 3; i++)
        sum += i;
    printf("%d\n", sum); //~ undefined: use of an uninitialised value: an argument of `printf`
    return 0;
}

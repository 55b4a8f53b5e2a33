// input: 5 6
// output: 5\n
// event: wrong output
#include <stdio.h>
static void ask(int *answer)
{
    scanf("%d", answer);
}
static void zero(int *answer)
{
    *answer = 0;
}
int main(void)
{
    int n = 1; //^ data
    int other = 2;
    void (*step[2])(int *) = {ask, zero};
    int mode = 0; //^
    if (mode > 0) //^
        step[mode - 1](&n);
    other++;
    printf("%d\n", n); //^ data
    return 0;
}

// output: 6\n
// event: wrong output
#include <stdio.h>
int main(void)
{
    int sum = 0, unused = 0; //^ data
    for (int i = 1; i <= 3; i++) { //^ data
        sum += i; //^ data
        unused += sum;
        if (i == 2) //^
            break; //^
    }
    printf("%d\n", sum); //^ data
    return unused;
}

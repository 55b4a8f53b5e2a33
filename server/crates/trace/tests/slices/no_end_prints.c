// event: no end
#include <stdio.h>
int main(void)
{
    int stop = 0; //^
    int rounds = 0;
    while (1) { //^
        rounds = (rounds + 1) % 3;
        if (stop) //^
            break;
        printf("x");
    }
    return rounds;
}

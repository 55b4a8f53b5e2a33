// output: 12\n
// event: wrong output
#include <stdio.h>
int main(void)
{
    int late = 0;
    int more = 0; //^
    printf("1"); //^
    if (more) //^
        printf("2");
    printf("\n"); //^ data
    late = 5;
    return late;
}

// event: trap
#include <stdlib.h>
#include <stdio.h>
int main(void)
{
    int *p = malloc(sizeof(int)); //^ data
    int *q = malloc(sizeof(int));
    *p = 3;
    *q = 4;
    free(p); //^ data
    printf("%d\n", *p); //^ data
    return *q;
}

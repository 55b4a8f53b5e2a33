// input: 3
// output: 0\n1\n2\n3\n
// event: missing output
#include <stdio.h>
int main(void)
{
    int n, other = 1;
    scanf("%d", &n); //^
    for (int i = 0; i < n; i++) { //^
        other *= 2;
        printf("%d\n", i); //^
    }
    return 0; //^ data
}

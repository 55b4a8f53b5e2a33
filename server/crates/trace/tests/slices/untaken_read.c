// input: xy
// output: xy\n
// event: wrong output
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    char buf[4] = "ab"; //^ data
    int mode = 2; //^
    int other = 5;
    if (other > 7)
        other = 1;
    if (mode == 1) //^
        read(0, buf, 2);
    printf("%s\n", buf); //^ data
    return 0;
}

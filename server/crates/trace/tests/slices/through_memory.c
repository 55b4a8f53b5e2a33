// args: ab cd
// output: cd\n
// event: wrong output
#include <stdio.h>
#include <string.h>
struct pair { char left[8]; char right[8]; };
int main(int argc, char **argv)
{
    struct pair a, b, c;
    strcpy(a.left, argv[1]); //^ data
    strcpy(a.right, argv[2]); //^ data
    strcpy(c.left, "zz");
    b = a; //^ data
    printf("%s\n", b.left); //^ data
    return argc;
}

// output: z\n
// event: wrong output
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void copy_word(char *to, const char *from)
{
    memcpy(to, from, strlen(from) + 1);
}
int main(void)
{
    char word[8] = "a"; //^ data
    char *end = word;
    long value = 0;
    int found = 0; //^
    if (value > 2)
        value = strtol("12x", &end, 10);
    if (found == 1) //^
        copy_word(word, "z");
    printf("%s\n", word); //^ data
    return 0;
}

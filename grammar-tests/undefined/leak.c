// asan: detected memory leaks
// fault: 17
// options: leaks
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text)
{
    char *made = malloc(strlen(text) + 1); //~ undefined: memory leak: 6 bytes allocated at line 9
    strcpy(made, text);
    return made;
}

int main(void)
{
    char *text = copy("first");
    text = copy("second");
    free(text);
    return 0;
}

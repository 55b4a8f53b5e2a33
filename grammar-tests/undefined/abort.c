// signal: SIGABRT (no line)
#include <stdlib.h>

int main(void)
{
    abort(); //~ undefined: aborted
}

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    setbuf(stdout, NULL);
    printf("kept");
    _Exit(0);
}

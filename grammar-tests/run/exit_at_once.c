#include <stdio.h>
#include <unistd.h>

int main(void) {
    printf("kept");
    fflush(stdout);
    printf("lost\n");
    _exit(3);
}

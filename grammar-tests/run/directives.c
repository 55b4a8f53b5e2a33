/* Directives that change what names and numbers mean. */
#include <stdio.h>

#define SIZE 1
#pragma push_macro("SIZE")
#undef SIZE
#define SIZE 2
#pragma push_macro("SIZE")
#undef SIZE
#pragma push_macro("OTHER")
#define OTHER 7

int main(void) {
#ifdef SIZE
    puts("defined");
#else
    puts("not defined");
#endif
#pragma pop_macro("SIZE")
    printf("%d\n", SIZE);
#pragma pop_macro("SIZE")
    printf("%d\n", SIZE);
#pragma pop_macro("SIZE")
    printf("%d %d\n", SIZE, OTHER);
#pragma pop_macro("OTHER")
#ifndef OTHER
    puts("gone");
#endif
#define NUMBER 500
#line NUMBER
    printf("%d\n", __LINE__);

#line 20
    printf("%d\n", __LINE__);
    return 0;
}

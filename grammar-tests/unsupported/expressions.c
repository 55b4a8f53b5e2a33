#include <complex.h>
#include <signal.h>

typedef int four __attribute__((vector_size(16)));

int main(void)
{
    int a = 1;
    long b = 0;
    __asm__ volatile ("nop" : "+r"(a)); //~ inline assembly
    a = _Generic(((struct { long of; } *)&b)->of, long: 1, default: 2); //~ types that are one type here
    double d = __real__ a; //~ `__real__`
    d = 2.0i; //~ a complex constant
    four v; //~ the attribute `vector_size`
    int inner(int x) { return x + a; } //~ a function inside a function
    int clean __attribute__((cleanup(free))); //~ the attribute `cleanup`
    __builtin_unwind_init(); //~ `__builtin_unwind_init`
    pthread_create(0, 0, 0, 0); //~ `pthread_create`
    return a + d;
}

// asan: SEGV (no line)
// fault: 7
static int (*handler)(int);

int main(void)
{
    return handler(3); //~ undefined: null pointer dereference: call through a null function pointer
}

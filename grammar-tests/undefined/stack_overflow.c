// asan: stack-overflow
static int depth(int n) { return depth(n + 1) + 1; } //~ undefined: stack-overflow: recursion too deep

int main(void)
{
    return depth(0);
}

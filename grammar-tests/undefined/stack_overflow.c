// asan: stack-overflow
static int depth(int n) { return depth(n + 1) + 1; } //~ undefined: stack-overflow: too many calls inside each other, or too large arrays

int main(void)
{
    return depth(0);
}

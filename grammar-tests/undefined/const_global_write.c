// asan: SEGV
static const int limit = 3;

int main(void)
{
    int *p = (int *)&limit;
    *p = 4; //~ undefined: write to read-only `limit`
    return limit;
}

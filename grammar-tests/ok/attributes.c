/* Words that change nothing for us. */
static __inline__ __attribute__((always_inline)) int twice(int n) { return 2 * n; }
_Noreturn void stop(void) __attribute__((noreturn));
__extension__ typedef long long wide;
_Static_assert(sizeof(wide) == 8, "wide");
_Alignas(16) char buffer[64] __attribute__((aligned(16)));
struct __attribute__((packed)) packed { char c; };
static int first(const char *restrict a, char *__restrict b) { return *a + *b; }

int main(void)
{
    struct packed p = { 1 };
    __typeof__(p.c) copy = p.c;
    int n __attribute__((unused)) = 3;
    switch (copy) {
    case 1:
        n++;
        __attribute__((fallthrough));
    case 2:
        n++;
    }
    return twice(n) + first("a", buffer) + (int) (wide) copy + ({ int t = n; t + 1; });
}

char c; signed char sc; unsigned char uc;
short s; short int si; unsigned short us; int unsigned short ius;
int i; signed n; unsigned u; unsigned int ui;
long l; long int li; unsigned long ul; int long unsigned ilu;
long long ll; unsigned long long int ull; long int long lil;
float f; double d; _Bool b;
const int ci = 1; int const ic = 2; volatile int vi; static const char *const names[] = { "a", "b" };
extern int elsewhere; static int counted, *counter = &counted;
int tentative; int tentative; int tentative = 3;

int main(void)
{
    register int r = 1;
    auto int a = 2;
    static int kept;
    extern int tentative;
    kept += r + a + tentative + ci + ic;
    return kept - 9 + names[0][0] - 'a';
}

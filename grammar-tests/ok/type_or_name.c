/* What C can only read by knowing which names are types. */
typedef int T;
typedef T (*F)(T);
static T id(T a) { return a; }
struct s { T T; };

int main(void)
{
    int a = 3, b = 2, *p = &b;
    F f = id;
    T c = (a) - 1;
    T *pointer = &c;
    (a) * b;
    a * b;
    (a) & b;
    id(a);
    (id)(b);
    c += (T) - 1 + (T) * p + (T) (a) + (int) + 2;
    c += sizeof(a) * 2 - sizeof(T) * 2 + sizeof(T *) - sizeof(p);
    {
        int T = 4;
        T * 2;
        T = (T) - 1;
        c += T;
    }
    for (T i = 0; i < 2; i++) c += i;
    struct s s = { 1 };
    goto T;
T:
    return c + *pointer + f(a) + s.T;
}

int g(int n) { return n; }

int main(void)
{
    int a = 1, b = 2, c = 3, v[3] = { 1, 2, 3 }, *p = v;
    unsigned u = 7u;
    a = b + c * 2 - -a / 1 % 5;
    a = b << 2 | c >> 1 & 3 ^ ~a;
    a += 1; a -= 1; a *= 2; a /= 2; a %= 3; a <<= 1; a >>= 1; a &= 7; a ^= 1; a |= 4;
    a = b == c || b != c && !(b < c) && b <= c || b > c || b >= c;
    a = b ? c ? 1 : 2 : 3;
    a = (b, c);
    a = b = c;
    a = *p++ + *++p - (*p)-- + v[a ? 0 : 1] + 2[v];
    a = +a, -a, !a, ~a;
    a = (unsigned char) 300 + (int) 2.5 + (char) u;
    a = &v[2] - v + (p > v) + (p == &v[1]);
    a = sizeof a + sizeof(int[3]) + sizeof *p + sizeof v / sizeof *v;
    a = a ?: g(g(1)) + (g)(2) + (*g)(3) + (&g)(4);
    return a;
}

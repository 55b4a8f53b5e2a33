int main(void)
{
    int a = 0, i, j;
    ;
    {}
    if (a) a = 1; else if (a == 0) a = 2; else { a = 3; }
    if (a) if (a > 5) a = 4; else a = 5;
    while (a < 10) { a++; if (a == 7) continue; if (a == 9) break; }
    do a--; while (a > 5);
    do { a++; } while (0);
    for (;;) { break; }
    for (i = 0, j = 10; i < j; i++, j--) a += i;
    for (int k = 0, l = 1; k < l; k++) ;
    switch (a) {
    case 1: case 2:
        a = 1;
    case 3 + 1:
        a = 2;
        break;
    case 'x': { int inner = 3; a = inner; } break;
    default:
        a++;
    }
    switch (a) { int skipped; case 1: skipped = 1; a += skipped; }
    switch (a) case 5: a = 6;
again:
    if (a++ < 20) goto again;
    goto end;
    a = 100;
end:
    return a;
}

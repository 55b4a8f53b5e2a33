#include <stdio.h>
#define LIMIT 10
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SWAP(type, a, b) do { type t_ = (a); (a) = (b); (b) = t_; } while (0)
#define STRING(x) #x
#define EXPANDED(x) STRING(x)
#define JOIN(a, b) a##b
#define PRINT(format, ...) printf(format "\n", ##__VA_ARGS__)
#define FOREVER for (;;)
#define BEGIN {
#define END }
#define UNUSED(x) (void) (x)
#if LIMIT > 5 && defined(MAX) && !defined NOTHING
#define GOOD 1
#elif
#error never
#else
#error never
#endif
#ifndef GOOD
this is not read: '
#endif

int main(int argc, char **argv) BEGIN
    int JOIN(a, 1) = LIMIT, a2 = MAX(argc, 2 \
        + 1);
    UNUSED(argv);
    SWAP(int, a1, a2);
    PRINT("%d %s %s", a1, STRING(a + b), EXPANDED(LIMIT));
    PRINT("end of %s line %d", __func__, __LINE__);
    FOREVER { break; }
    return MAX(MAX(a1, a2), LIMIT);
END

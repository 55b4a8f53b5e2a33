typedef struct __faultlens_div { int quot; int rem; } div_t;
typedef struct __faultlens_ldiv { long quot; long rem; } ldiv_t;
typedef struct __faultlens_lldiv { long long quot; long long rem; } lldiv_t;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 1

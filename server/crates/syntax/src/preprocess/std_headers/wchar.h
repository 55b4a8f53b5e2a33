typedef unsigned int wint_t;
typedef unsigned long wctype_t;
typedef struct __faultlens_mbstate { int __count; unsigned int __value; } mbstate_t;
#define WEOF (0xffffffffu)
#undef WCHAR_MIN
#define WCHAR_MIN (-2147483647-1)
#undef WCHAR_MAX
#define WCHAR_MAX 2147483647

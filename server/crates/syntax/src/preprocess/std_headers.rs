//! Built-in standard headers: their macros, types and constants as on Linux with glibc. Differences between data models
//! (`long`, pointers) are expressed with macros that the compiler predefines, as in gcc's own headers.
//!
//! Functions are not declared here: lowering knows the library by name. `stdin`, `stdout`, `stderr`, `errno`,
//! `va_start` and similar names, `offsetof` and `assert` are left unexpanded for the same reason. Records have tags,
//! because all of this text has the same place. A header is a list of pieces; a piece is read once per translation
//! unit, however many headers share it.

/// Types that compilers know without a declaration.
pub(super) const COMPILER_TYPES: &str = "\
typedef struct __faultlens_va_list { long __cursor; } __builtin_va_list;
";

const NULL: &str = "#undef NULL\n#define NULL ((void *)0)\n";
const SIZE_T: &str = "typedef __SIZE_TYPE__ size_t;\n";
const SSIZE_T: &str = "typedef __PTRDIFF_TYPE__ ssize_t;\ntypedef long off_t;\n";
const WCHAR_T: &str = "typedef int wchar_t;\n";
const TIME_T: &str = "typedef long time_t;\n";
const VA_LIST: &str = "\
typedef struct __faultlens_va_list __builtin_va_list;
typedef struct __faultlens_va_list { long __cursor; } va_list;
typedef struct __faultlens_va_list __gnuc_va_list;
";
const FILE: &str = "typedef struct __faultlens_file FILE;\n";

const STDIO: &str = "\
typedef struct __faultlens_fpos { long __pos; } fpos_t;
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define P_tmpdir \"/tmp\"
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
";

const STDDEF: &str = "typedef __PTRDIFF_TYPE__ ptrdiff_t;\ntypedef struct __faultlens_max_align { long double __most[4]; } max_align_t;\n";

const STDLIB: &str = "\
typedef struct __faultlens_div { int quot; int rem; } div_t;
typedef struct __faultlens_ldiv { long quot; long rem; } ldiv_t;
typedef struct __faultlens_lldiv { long long quot; long long rem; } lldiv_t;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 1
";

const STDBOOL: &str = "\
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
";

const LIMITS: &str = "\
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define MB_LEN_MAX 16
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define LONG_MAX __LONG_MAX__
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MIN (-9223372036854775807LL - 1LL)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
#define SSIZE_MAX __PTRDIFF_MAX__
#define PATH_MAX 4096
";

const STDINT: &str = "\
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __INT64_TYPE__ int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef __INT64_TYPE__ int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef __UINT64_TYPE__ uint_least64_t;
typedef signed char int_fast8_t;
typedef __INT_FAST16_TYPE__ int_fast16_t;
typedef __INT_FAST32_TYPE__ int_fast32_t;
typedef __INT_FAST64_TYPE__ int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef __UINT_FAST16_TYPE__ uint_fast16_t;
typedef __UINT_FAST32_TYPE__ uint_fast32_t;
typedef __UINT_FAST64_TYPE__ uint_fast64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32767-1)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647-1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-__INT64_MAX__ - 1)
#define INT64_MAX __INT64_MAX__
#define UINT64_MAX __UINT64_MAX__
#define INTPTR_MIN (-__INTPTR_MAX__ - 1)
#define INTPTR_MAX __INTPTR_MAX__
#define UINTPTR_MAX __UINTPTR_MAX__
#define INTMAX_MIN (-__INTMAX_MAX__ - 1)
#define INTMAX_MAX __INTMAX_MAX__
#define UINTMAX_MAX __UINTMAX_MAX__
#define PTRDIFF_MIN (-__PTRDIFF_MAX__ - 1)
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define SIZE_MAX __SIZE_MAX__
#define INT8_C(c) c
#define INT16_C(c) c
#define INT32_C(c) c
#define INT64_C(c) __INT64_C(c)
#define UINT8_C(c) c
#define UINT16_C(c) c
#define UINT32_C(c) c ## U
#define UINT64_C(c) __UINT64_C(c)
#define INTMAX_C(c) __INT64_C(c)
#define UINTMAX_C(c) __UINT64_C(c)
#define INT_LEAST8_MIN (-128)
#define INT_LEAST8_MAX 127
#define UINT_LEAST8_MAX 255
#define INT_LEAST16_MIN (-32767-1)
#define INT_LEAST16_MAX 32767
#define UINT_LEAST16_MAX 65535
#define INT_LEAST32_MIN (-2147483647-1)
#define INT_LEAST32_MAX 2147483647
#define UINT_LEAST32_MAX 4294967295U
#define INT_LEAST64_MIN (-__INT64_MAX__ - 1)
#define INT_LEAST64_MAX __INT64_MAX__
#define UINT_LEAST64_MAX __UINT64_MAX__
#define INT_FAST8_MIN (-128)
#define INT_FAST8_MAX 127
#define UINT_FAST8_MAX 255
#define INT_FAST16_MIN (-__INTPTR_MAX__ - 1)
#define INT_FAST16_MAX __INTPTR_MAX__
#define UINT_FAST16_MAX __UINTPTR_MAX__
#define INT_FAST32_MIN (-__INTPTR_MAX__ - 1)
#define INT_FAST32_MAX __INTPTR_MAX__
#define UINT_FAST32_MAX __UINTPTR_MAX__
#define INT_FAST64_MIN (-__INT64_MAX__ - 1)
#define INT_FAST64_MAX __INT64_MAX__
#define UINT_FAST64_MAX __UINT64_MAX__
#define SIG_ATOMIC_MIN (-2147483647-1)
#define SIG_ATOMIC_MAX 2147483647
#define WCHAR_MIN (-2147483647-1)
#define WCHAR_MAX 2147483647
#define WINT_MIN 0U
#define WINT_MAX 4294967295U
";

const INTTYPES: &str = "\
typedef struct __faultlens_imaxdiv { __INTMAX_TYPE__ quot; __INTMAX_TYPE__ rem; } imaxdiv_t;
#define PRId8 \"d\"
#define PRId16 \"d\"
#define PRId32 \"d\"
#define PRId64 __PRI64_PREFIX \"d\"
#define PRIdMAX __PRI64_PREFIX \"d\"
#define PRIdPTR __PRIPTR_PREFIX \"d\"
#define PRIdLEAST8 \"d\"
#define PRIdLEAST16 \"d\"
#define PRIdLEAST32 \"d\"
#define PRIdLEAST64 __PRI64_PREFIX \"d\"
#define PRIdFAST8 \"d\"
#define PRIdFAST16 __PRIPTR_PREFIX \"d\"
#define PRIdFAST32 __PRIPTR_PREFIX \"d\"
#define PRIdFAST64 __PRI64_PREFIX \"d\"
#define PRIi8 \"i\"
#define PRIi16 \"i\"
#define PRIi32 \"i\"
#define PRIi64 __PRI64_PREFIX \"i\"
#define PRIiMAX __PRI64_PREFIX \"i\"
#define PRIiPTR __PRIPTR_PREFIX \"i\"
#define PRIiLEAST8 \"i\"
#define PRIiLEAST16 \"i\"
#define PRIiLEAST32 \"i\"
#define PRIiLEAST64 __PRI64_PREFIX \"i\"
#define PRIiFAST8 \"i\"
#define PRIiFAST16 __PRIPTR_PREFIX \"i\"
#define PRIiFAST32 __PRIPTR_PREFIX \"i\"
#define PRIiFAST64 __PRI64_PREFIX \"i\"
#define PRIo8 \"o\"
#define PRIo16 \"o\"
#define PRIo32 \"o\"
#define PRIo64 __PRI64_PREFIX \"o\"
#define PRIoMAX __PRI64_PREFIX \"o\"
#define PRIoPTR __PRIPTR_PREFIX \"o\"
#define PRIoLEAST8 \"o\"
#define PRIoLEAST16 \"o\"
#define PRIoLEAST32 \"o\"
#define PRIoLEAST64 __PRI64_PREFIX \"o\"
#define PRIoFAST8 \"o\"
#define PRIoFAST16 __PRIPTR_PREFIX \"o\"
#define PRIoFAST32 __PRIPTR_PREFIX \"o\"
#define PRIoFAST64 __PRI64_PREFIX \"o\"
#define PRIu8 \"u\"
#define PRIu16 \"u\"
#define PRIu32 \"u\"
#define PRIu64 __PRI64_PREFIX \"u\"
#define PRIuMAX __PRI64_PREFIX \"u\"
#define PRIuPTR __PRIPTR_PREFIX \"u\"
#define PRIuLEAST8 \"u\"
#define PRIuLEAST16 \"u\"
#define PRIuLEAST32 \"u\"
#define PRIuLEAST64 __PRI64_PREFIX \"u\"
#define PRIuFAST8 \"u\"
#define PRIuFAST16 __PRIPTR_PREFIX \"u\"
#define PRIuFAST32 __PRIPTR_PREFIX \"u\"
#define PRIuFAST64 __PRI64_PREFIX \"u\"
#define PRIx8 \"x\"
#define PRIx16 \"x\"
#define PRIx32 \"x\"
#define PRIx64 __PRI64_PREFIX \"x\"
#define PRIxMAX __PRI64_PREFIX \"x\"
#define PRIxPTR __PRIPTR_PREFIX \"x\"
#define PRIxLEAST8 \"x\"
#define PRIxLEAST16 \"x\"
#define PRIxLEAST32 \"x\"
#define PRIxLEAST64 __PRI64_PREFIX \"x\"
#define PRIxFAST8 \"x\"
#define PRIxFAST16 __PRIPTR_PREFIX \"x\"
#define PRIxFAST32 __PRIPTR_PREFIX \"x\"
#define PRIxFAST64 __PRI64_PREFIX \"x\"
#define PRIX8 \"X\"
#define PRIX16 \"X\"
#define PRIX32 \"X\"
#define PRIX64 __PRI64_PREFIX \"X\"
#define PRIXMAX __PRI64_PREFIX \"X\"
#define PRIXPTR __PRIPTR_PREFIX \"X\"
#define PRIXLEAST8 \"X\"
#define PRIXLEAST16 \"X\"
#define PRIXLEAST32 \"X\"
#define PRIXLEAST64 __PRI64_PREFIX \"X\"
#define PRIXFAST8 \"X\"
#define PRIXFAST16 __PRIPTR_PREFIX \"X\"
#define PRIXFAST32 __PRIPTR_PREFIX \"X\"
#define PRIXFAST64 __PRI64_PREFIX \"X\"
#define SCNd8 \"hhd\"
#define SCNd16 \"hd\"
#define SCNd32 \"d\"
#define SCNd64 __PRI64_PREFIX \"d\"
#define SCNdMAX __PRI64_PREFIX \"d\"
#define SCNdPTR __PRIPTR_PREFIX \"d\"
#define SCNdLEAST8 \"hhd\"
#define SCNdLEAST16 \"hd\"
#define SCNdLEAST32 \"d\"
#define SCNdLEAST64 __PRI64_PREFIX \"d\"
#define SCNdFAST8 \"hhd\"
#define SCNdFAST16 __PRIPTR_PREFIX \"d\"
#define SCNdFAST32 __PRIPTR_PREFIX \"d\"
#define SCNdFAST64 __PRI64_PREFIX \"d\"
#define SCNi8 \"hhi\"
#define SCNi16 \"hi\"
#define SCNi32 \"i\"
#define SCNi64 __PRI64_PREFIX \"i\"
#define SCNiMAX __PRI64_PREFIX \"i\"
#define SCNiPTR __PRIPTR_PREFIX \"i\"
#define SCNiLEAST8 \"hhi\"
#define SCNiLEAST16 \"hi\"
#define SCNiLEAST32 \"i\"
#define SCNiLEAST64 __PRI64_PREFIX \"i\"
#define SCNiFAST8 \"hhi\"
#define SCNiFAST16 __PRIPTR_PREFIX \"i\"
#define SCNiFAST32 __PRIPTR_PREFIX \"i\"
#define SCNiFAST64 __PRI64_PREFIX \"i\"
#define SCNo8 \"hho\"
#define SCNo16 \"ho\"
#define SCNo32 \"o\"
#define SCNo64 __PRI64_PREFIX \"o\"
#define SCNoMAX __PRI64_PREFIX \"o\"
#define SCNoPTR __PRIPTR_PREFIX \"o\"
#define SCNoLEAST8 \"hho\"
#define SCNoLEAST16 \"ho\"
#define SCNoLEAST32 \"o\"
#define SCNoLEAST64 __PRI64_PREFIX \"o\"
#define SCNoFAST8 \"hho\"
#define SCNoFAST16 __PRIPTR_PREFIX \"o\"
#define SCNoFAST32 __PRIPTR_PREFIX \"o\"
#define SCNoFAST64 __PRI64_PREFIX \"o\"
#define SCNu8 \"hhu\"
#define SCNu16 \"hu\"
#define SCNu32 \"u\"
#define SCNu64 __PRI64_PREFIX \"u\"
#define SCNuMAX __PRI64_PREFIX \"u\"
#define SCNuPTR __PRIPTR_PREFIX \"u\"
#define SCNuLEAST8 \"hhu\"
#define SCNuLEAST16 \"hu\"
#define SCNuLEAST32 \"u\"
#define SCNuLEAST64 __PRI64_PREFIX \"u\"
#define SCNuFAST8 \"hhu\"
#define SCNuFAST16 __PRIPTR_PREFIX \"u\"
#define SCNuFAST32 __PRIPTR_PREFIX \"u\"
#define SCNuFAST64 __PRI64_PREFIX \"u\"
#define SCNx8 \"hhx\"
#define SCNx16 \"hx\"
#define SCNx32 \"x\"
#define SCNx64 __PRI64_PREFIX \"x\"
#define SCNxMAX __PRI64_PREFIX \"x\"
#define SCNxPTR __PRIPTR_PREFIX \"x\"
#define SCNxLEAST8 \"hhx\"
#define SCNxLEAST16 \"hx\"
#define SCNxLEAST32 \"x\"
#define SCNxLEAST64 __PRI64_PREFIX \"x\"
#define SCNxFAST8 \"hhx\"
#define SCNxFAST16 __PRIPTR_PREFIX \"x\"
#define SCNxFAST32 __PRIPTR_PREFIX \"x\"
#define SCNxFAST64 __PRI64_PREFIX \"x\"
";

const FLOAT: &str = "\
#define FLT_RADIX 2
#define FLT_ROUNDS 1
#define FLT_EVAL_METHOD 0
#define DECIMAL_DIG 21
#define FLT_MANT_DIG 24
#define FLT_DIG 6
#define FLT_MIN_EXP (-125)
#define FLT_MIN_10_EXP (-37)
#define FLT_MAX_EXP 128
#define FLT_MAX_10_EXP 38
#define FLT_MAX 3.40282346638528859811704183484516925e+38F
#define FLT_MIN 1.17549435082228750796873653722224568e-38F
#define FLT_EPSILON 1.19209289550781250000000000000000000e-7F
#define DBL_MANT_DIG 53
#define DBL_DIG 15
#define DBL_MIN_EXP (-1021)
#define DBL_MIN_10_EXP (-307)
#define DBL_MAX_EXP 1024
#define DBL_MAX_10_EXP 308
#define DBL_MAX 1.79769313486231570814527423731704357e+308
#define DBL_MIN 2.22507385850720138309023271733240406e-308
#define DBL_EPSILON 2.22044604925031308084726333618164062e-16
#define FLT_DECIMAL_DIG 9
#define FLT_TRUE_MIN 1.40129846432481707092372958328991613e-45F
#define FLT_HAS_SUBNORM 1
#define DBL_DECIMAL_DIG 17
#define DBL_TRUE_MIN 4.94065645841246544176568792868221372e-324
#define DBL_HAS_SUBNORM 1
#define LDBL_MAX __LDBL_MAX__
#define LDBL_MIN __LDBL_MIN__
#define LDBL_EPSILON __LDBL_EPSILON__
#define LDBL_MANT_DIG 64
#define LDBL_DIG 18
#define LDBL_DECIMAL_DIG 21
#define LDBL_MIN_EXP (-16381)
#define LDBL_MIN_10_EXP (-4931)
#define LDBL_MAX_EXP 16384
#define LDBL_MAX_10_EXP 4932
";

const MATH: &str = "\
typedef float float_t;
typedef double double_t;
#define HUGE_VAL 1e999
#define HUGE_VALF 1e999F
#define INFINITY 1e999F
#define HUGE_VALL 1e999L
#define NAN (__builtin_nanf(\"\"))
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling 3
#define fpclassify(x) (sizeof(x) == sizeof(float) ? __float_classf(x) : __float_class(x))
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) (fpclassify(x) == 4)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
";

const ERRNO: &str = "\
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define E2BIG 7
#define ENOEXEC 8
#define EBADF 9
#define ECHILD 10
#define EAGAIN 11
#define EWOULDBLOCK 11
#define ENOMEM 12
#define EACCES 13
#define EFAULT 14
#define ENOTBLK 15
#define EBUSY 16
#define EEXIST 17
#define EXDEV 18
#define ENODEV 19
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define ENOTTY 25
#define ETXTBSY 26
#define EFBIG 27
#define ENOSPC 28
#define ESPIPE 29
#define EROFS 30
#define EMLINK 31
#define EPIPE 32
#define EDOM 33
#define ERANGE 34
#define EDEADLK 35
#define EDEADLOCK 35
#define ENAMETOOLONG 36
#define ENOLCK 37
#define ENOSYS 38
#define ENOTEMPTY 39
#define ELOOP 40
#define ENOMSG 42
#define EIDRM 43
#define ECHRNG 44
#define EL2NSYNC 45
#define EL3HLT 46
#define EL3RST 47
#define ELNRNG 48
#define EUNATCH 49
#define ENOCSI 50
#define EL2HLT 51
#define EBADE 52
#define EBADR 53
#define EXFULL 54
#define ENOANO 55
#define EBADRQC 56
#define EBADSLT 57
#define EBFONT 59
#define ENOSTR 60
#define ENODATA 61
#define ETIME 62
#define ENOSR 63
#define ENONET 64
#define ENOPKG 65
#define EREMOTE 66
#define ENOLINK 67
#define EADV 68
#define ESRMNT 69
#define ECOMM 70
#define EPROTO 71
#define EMULTIHOP 72
#define EDOTDOT 73
#define EBADMSG 74
#define EOVERFLOW 75
#define ENOTUNIQ 76
#define EBADFD 77
#define EREMCHG 78
#define ELIBACC 79
#define ELIBBAD 80
#define ELIBSCN 81
#define ELIBMAX 82
#define ELIBEXEC 83
#define EILSEQ 84
#define ERESTART 85
#define ESTRPIPE 86
#define EUSERS 87
#define ENOTSOCK 88
#define EDESTADDRREQ 89
#define EMSGSIZE 90
#define EPROTOTYPE 91
#define ENOPROTOOPT 92
#define EPROTONOSUPPORT 93
#define ESOCKTNOSUPPORT 94
#define ENOTSUP 95
#define EOPNOTSUPP 95
#define EPFNOSUPPORT 96
#define EAFNOSUPPORT 97
#define EADDRINUSE 98
#define EADDRNOTAVAIL 99
#define ENETDOWN 100
#define ENETUNREACH 101
#define ENETRESET 102
#define ECONNABORTED 103
#define ECONNRESET 104
#define ENOBUFS 105
#define EISCONN 106
#define ENOTCONN 107
#define ESHUTDOWN 108
#define ETOOMANYREFS 109
#define ETIMEDOUT 110
#define ECONNREFUSED 111
#define EHOSTDOWN 112
#define EHOSTUNREACH 113
#define EALREADY 114
#define EINPROGRESS 115
#define ESTALE 116
#define EUCLEAN 117
#define ENOTNAM 118
#define ENAVAIL 119
#define EISNAM 120
#define EREMOTEIO 121
#define EDQUOT 122
#define ENOMEDIUM 123
#define EMEDIUMTYPE 124
#define ECANCELED 125
#define ENOKEY 126
#define EKEYEXPIRED 127
#define EKEYREVOKED 128
#define EKEYREJECTED 129
#define EOWNERDEAD 130
#define ENOTRECOVERABLE 131
#define ERFKILL 132
#define EHWPOISON 133
";

const TIME: &str = "\
typedef long clock_t;
#define CLOCKS_PER_SEC 1000000L
struct tm { int tm_sec; int tm_min; int tm_hour; int tm_mday; int tm_mon; int tm_year; int tm_wday; int tm_yday; int tm_isdst; };
struct timespec { long tv_sec; long tv_nsec; };
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
typedef int clockid_t;
";

const SYS_TIME: &str = "struct timeval { long tv_sec; long tv_usec; };\n";

const SIGNAL: &str = "\
typedef int sig_atomic_t;
#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_ERR ((void (*)(int))-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGBUS 7
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPWR 30
#define SIGSYS 31
typedef void (*sighandler_t)(int);
typedef void (*__sighandler_t)(int);
";

const SETJMP: &str = "typedef struct __faultlens_jmp_buf { long __state[25]; } jmp_buf[1];\n";

const UNISTD: &str = "\
typedef int pid_t;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
";

const LOCALE: &str = "\
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_TIME 2
#define LC_COLLATE 3
#define LC_MONETARY 4
#define LC_MESSAGES 5
#define LC_ALL 6
struct lconv { char *decimal_point; char *thousands_sep; char *grouping; char *int_curr_symbol; char *currency_symbol;
char *mon_decimal_point; char *mon_thousands_sep; char *mon_grouping; char *positive_sign; char *negative_sign;
char int_frac_digits; char frac_digits; char p_cs_precedes; char p_sep_by_space; char n_cs_precedes; char n_sep_by_space;
char p_sign_posn; char n_sign_posn; char int_p_cs_precedes; char int_p_sep_by_space; char int_n_cs_precedes;
char int_n_sep_by_space; char int_p_sign_posn; char int_n_sign_posn; };
";

const WCHAR: &str = "\
typedef unsigned int wint_t;
typedef unsigned long wctype_t;
typedef struct __faultlens_mbstate { int __count; unsigned int __value; } mbstate_t;
#define WEOF (0xffffffffu)
#undef WCHAR_MIN
#define WCHAR_MIN (-2147483647-1)
#undef WCHAR_MAX
#define WCHAR_MAX 2147483647
";

const ISO646: &str = "\
#define and &&
#define and_eq &=
#define bitand &
#define bitor |
#define compl ~
#define not !
#define not_eq !=
#define or ||
#define or_eq |=
#define xor ^
#define xor_eq ^=
";

const STDALIGN: &str = "#define alignas _Alignas\n#define alignof _Alignof\n";
const STDNORETURN: &str = "#define noreturn _Noreturn\n";

/// Pieces of a standard header; `None` for other headers. `<assert.h>` has no fixed text.
pub(super) fn header(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "stdio.h" => &[NULL, SIZE_T, SSIZE_T, FILE, VA_LIST, STDIO],
        "stdlib.h" => &[NULL, SIZE_T, WCHAR_T, STDLIB],
        "string.h" | "strings.h" | "memory.h" | "malloc.h" | "alloca.h" => &[NULL, SIZE_T],
        "assert.h" | "ctype.h" => &[],
        "stddef.h" => &[NULL, SIZE_T, WCHAR_T, STDDEF],
        "stdbool.h" => &[STDBOOL],
        "stdint.h" => &[STDINT],
        "inttypes.h" => &[STDINT, INTTYPES],
        "limits.h" => &[LIMITS],
        "float.h" | "values.h" => &[FLOAT],
        "math.h" | "tgmath.h" => &[MATH],
        "stdarg.h" => &[VA_LIST],
        "errno.h" => &[ERRNO],
        "time.h" => &[NULL, SIZE_T, TIME_T, TIME],
        "sys/time.h" => &[TIME_T, SYS_TIME],
        "signal.h" => &[SIGNAL],
        "setjmp.h" => &[SETJMP],
        "locale.h" => &[NULL, LOCALE],
        "unistd.h" => &[NULL, SIZE_T, SSIZE_T, UNISTD],
        "sys/types.h" => &[SIZE_T, SSIZE_T, TIME_T],
        "wchar.h" | "wctype.h" => &[NULL, SIZE_T, WCHAR_T, WCHAR],
        "iso646.h" => &[ISO646],
        "stdalign.h" => &[STDALIGN],
        "stdnoreturn.h" => &[STDNORETURN],
        _ => return None,
    })
}

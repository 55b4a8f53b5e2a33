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

const STDIO: &str = include_str!("std_headers/stdio.h");

const STDDEF: &str = "typedef __PTRDIFF_TYPE__ ptrdiff_t;\ntypedef struct __faultlens_max_align { long double __most[4]; } max_align_t;\n";

const STDLIB: &str = include_str!("std_headers/stdlib.h");

const STDBOOL: &str = "\
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
";

const LIMITS: &str = include_str!("std_headers/limits.h");

const STDINT: &str = include_str!("std_headers/stdint.h");

const INTTYPES: &str = include_str!("std_headers/inttypes.h");

const FLOAT: &str = include_str!("std_headers/float.h");

const MATH: &str = include_str!("std_headers/math.h");

const ERRNO: &str = include_str!("std_headers/errno.h");

const TIME: &str = include_str!("std_headers/time.h");

const SYS_TIME: &str = "struct timeval { long tv_sec; long tv_usec; };\n";

const SIGNAL: &str = include_str!("std_headers/signal.h");

const SETJMP: &str = "typedef struct __faultlens_jmp_buf { long __state[25]; } jmp_buf[1];\ntypedef jmp_buf sigjmp_buf;\n";

const UNISTD: &str = "\
typedef int pid_t;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
typedef unsigned uid_t;
typedef unsigned gid_t;
";

const LOCALE: &str = include_str!("std_headers/locale.h");

const WCHAR: &str = include_str!("std_headers/wchar.h");

const ISO646: &str = include_str!("std_headers/iso646.h");

const STDATOMIC: &str = include_str!("std_headers/stdatomic.h");

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
        "stdatomic.h" => &[SIZE_T, STDATOMIC],
        "stdnoreturn.h" => &[STDNORETURN],
        _ => return None,
    })
}

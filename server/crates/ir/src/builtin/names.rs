//! Other names of library functions.

/// Other names of these functions. `long double` is `double`, and all 64-bit integers are one type.
pub(super) const ALIASES: &[(&str, &str)] = &[
    ("__VERIFIER_error", "reach_error"),
    ("__abort_now", "abort"),
    ("__fclose_now", "fclose"),
    ("__fflush_now", "fflush"),
    ("__sigsetjmp", "setjmp"),
    ("_exit", "_Exit"),
    ("_longjmp", "longjmp"),
    ("_setjmp", "setjmp"),
    ("atoq", "atoll"),
    ("bcmp", "memcmp"),
    ("drem", "remainder"),
    ("dremf", "remainderf"),
    ("fgetc_unlocked", "fgetc"),
    ("fputc_unlocked", "fputc"),
    ("fputs_unlocked", "fputs"),
    ("fseeko", "fseek"),
    ("ftello", "ftell"),
    ("ftruncate64", "ftruncate"),
    ("getc_unlocked", "getc"),
    ("getchar_unlocked", "getchar"),
    ("imaxabs", "labs"),
    ("index", "strchr"),
    ("llabs", "labs"),
    ("llrint", "lrint"),
    ("llrintl", "lrint"),
    ("llround", "lround"),
    ("llroundl", "lround"),
    ("lrintl", "lrint"),
    ("lroundl", "lround"),
    ("nearbyint", "rint"),
    ("nearbyintf", "rintf"),
    ("nearbyintl", "rint"),
    ("nexttoward", "nextafter"),
    ("nexttowardl", "nextafter"),
    ("fread_unlocked", "fread"),
    ("fwrite_unlocked", "fwrite"),
    ("putc_unlocked", "putc"),
    ("putchar_unlocked", "putchar"),
    ("lseek64", "lseek"),
    ("open64", "open"),
    ("rindex", "strrchr"),
    ("sigsetjmp", "setjmp"),
    ("strcoll", "strcmp"),
    ("strtoimax", "strtol"),
    ("strtold", "strtod"),
    ("strtoll", "strtol"),
    ("strtoq", "strtol"),
    ("strtoull", "strtoul"),
    ("strtoumax", "strtoul"),
    ("strtouq", "strtoul"),
];

/// `long double` variants of functions in `math.h`.
pub(super) const LONG_DOUBLE: &[&str] = &[
    "acosl",
    "acoshl",
    "asinl",
    "asinhl",
    "atanl",
    "atan2l",
    "atanhl",
    "cbrtl",
    "ceill",
    "copysignl",
    "cosl",
    "coshl",
    "erfl",
    "erfcl",
    "expl",
    "exp2l",
    "expm1l",
    "fabsl",
    "fdiml",
    "floorl",
    "fmal",
    "fmaxl",
    "fminl",
    "fmodl",
    "hypotl",
    "lgammal",
    "logl",
    "log10l",
    "log1pl",
    "log2l",
    "logbl",
    "nextafterl",
    "powl",
    "remainderl",
    "rintl",
    "roundl",
    "scalblnl",
    "sinl",
    "sinhl",
    "sqrtl",
    "tanl",
    "tanhl",
    "tgammal",
    "truncl",
];

/// Functions on `long`, with the functions that replace them where `long` has 32 bits.
pub(super) const NARROW: &[(&str, &str)] = &[
    ("atol", "atoi"),
    ("labs", "abs"),
    ("strtol", "__strtol_narrow"),
    ("strtoul", "__strtoul_narrow"),
];

/// Whether the result is `long long` (or another type that always has that width) rather than `long`.
pub(super) fn gives_long_long(name: &str) -> bool {
    name.starts_with("ll")
        || matches!(
            name,
            "atoll"
                | "atoq"
                | "imaxabs"
                | "strtoll"
                | "strtoull"
                | "strtoq"
                | "strtouq"
                | "strtoimax"
                | "strtoumax"
        )
}

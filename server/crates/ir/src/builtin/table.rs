//! The table of library functions: their names, signatures and effects.
//!
//! The effects are the only statement in the program about what a function does besides giving its result; every
//! analysis asks for them, and a test of `eval` holds the machine against them.

use super::effect::Arguments::{Following, List};
use super::effect::Direction::{Asks, Flushes, Moves, Prints, Takes};
use super::effect::Effect::{
    self, Allocates, Ends, Errno, Files, Frees, Judges, Opens, PrintfFormat, Random, Reads,
    ScanfFormat, Stream, Writes,
};
use super::effect::Extent::{Bytes, Fixed, Items, Object, Text};
use super::effect::StreamSource::{Argument, Descriptor, Input, Output};
use crate::Scalar;

macro_rules! builtins {
    ($($variant:ident $name:literal ($($arg:ident),* $(; $more:ident)?) $result:ident [$($effect:expr),*]),* $(,)?) => {
        /// A library function.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Builtin { $(#[doc = concat!("`", $name, "`")] $variant),* }

        impl Builtin {
            /// All library functions.
            pub const ALL: &'static [Builtin] = &[$(Builtin::$variant),*];

            /// Name of the function in C.
            pub fn name(self) -> &'static str {
                match self { $(Builtin::$variant => $name),* }
            }

            /// Types of the fixed parameters.
            pub fn params(self) -> &'static [Scalar] {
                match self { $(Builtin::$variant => &[$(Scalar::$arg),*]),* }
            }

            /// Whether more arguments follow the fixed ones.
            pub fn variadic(self) -> bool {
                match self { $(Builtin::$variant => builtins!(@more $($more)?)),* }
            }

            /// Type of the result; `None` for `void`.
            pub fn result(self) -> Option<Scalar> {
                match self { $(Builtin::$variant => builtins!(@result $result)),* }
            }

            /// What a call may do besides giving its result.
            pub fn effects(self) -> &'static [Effect] {
                match self { $(Builtin::$variant => &[$($effect),*]),* }
            }
        }
    };
    (@more) => { false };
    (@more $x:ident) => { true };
    (@result Void) => { None };
    (@result $t:ident) => { Some(Scalar::$t) };
}

builtins! {
    Printf "printf" (Ptr; more) I32 [Stream(Output, Prints), PrintfFormat(0, Following), Errno],
    Fprintf "fprintf" (Ptr, Ptr; more) I32 [Stream(Argument(0), Prints), PrintfFormat(1, Following), Errno],
    Sprintf "sprintf" (Ptr, Ptr; more) I32 [Writes(0, Object), PrintfFormat(1, Following)],
    Snprintf "snprintf" (Ptr, U64, Ptr; more) I32 [Writes(0, Bytes(1)), PrintfFormat(2, Following)],
    Vprintf "vprintf" (Ptr, Ptr) I32 [Stream(Output, Prints), PrintfFormat(0, List(1)), Errno],
    Vfprintf "vfprintf" (Ptr, Ptr, Ptr) I32 [Stream(Argument(0), Prints), PrintfFormat(1, List(2)), Errno],
    Vsprintf "vsprintf" (Ptr, Ptr, Ptr) I32 [Writes(0, Object), PrintfFormat(1, List(2))],
    Vsnprintf "vsnprintf" (Ptr, U64, Ptr, Ptr) I32 [Writes(0, Bytes(1)), PrintfFormat(2, List(3))],
    Puts "puts" (Ptr) I32 [Stream(Output, Prints), Reads(0, Text), Errno],
    Fputs "fputs" (Ptr, Ptr) I32 [Stream(Argument(1), Prints), Reads(0, Text), Errno],
    Putchar "putchar" (I32) I32 [Stream(Output, Prints), Errno],
    Fputc "fputc" (I32, Ptr) I32 [Stream(Argument(1), Prints), Errno],
    Putc "putc" (I32, Ptr) I32 [Stream(Argument(1), Prints), Errno],
    Fwrite "fwrite" (Ptr, U64, U64, Ptr) U64 [Stream(Argument(3), Prints), Reads(0, Items(1, 2)), Errno],
    Write "write" (I32, Ptr, U64) I64 [Stream(Descriptor(0), Prints), Reads(1, Bytes(2)), Errno],
    Fflush "fflush" (Ptr) I32 [Stream(Argument(0), Flushes)],
    SetBuffering "__set_buffering" (Ptr, I32) Void [Stream(Argument(0), Flushes)],
    Asprintf "asprintf" (Ptr, Ptr; more) I32 [Allocates, Writes(0, Fixed(8)), PrintfFormat(1, Following)],
    Vasprintf "vasprintf" (Ptr, Ptr, Ptr) I32 [Allocates, Writes(0, Fixed(8)), PrintfFormat(1, List(2))],
    Scanf "scanf" (Ptr; more) I32 [Stream(Input, Takes), ScanfFormat(0, Following), Errno],
    ScanNumber "__faultlens_scanf" (Ptr; more) I32 [Stream(Input, Takes), ScanfFormat(0, Following), Errno],
    Fscanf "fscanf" (Ptr, Ptr; more) I32 [Stream(Argument(0), Takes), ScanfFormat(1, Following), Errno],
    Sscanf "sscanf" (Ptr, Ptr; more) I32 [Reads(0, Text), ScanfFormat(1, Following)],
    Vscanf "vscanf" (Ptr, Ptr) I32 [Stream(Input, Takes), ScanfFormat(0, List(1)), Errno],
    Vfscanf "vfscanf" (Ptr, Ptr, Ptr) I32 [Stream(Argument(0), Takes), ScanfFormat(1, List(2)), Errno],
    Vsscanf "vsscanf" (Ptr, Ptr, Ptr) I32 [Reads(0, Text), ScanfFormat(1, List(2))],
    Fread "fread" (Ptr, U64, U64, Ptr) U64 [Stream(Argument(3), Takes), Writes(0, Items(1, 2)), Errno],
    Read "read" (I32, Ptr, U64) I64 [Stream(Descriptor(0), Takes), Writes(1, Bytes(2)), Errno],
    Getchar "getchar" () I32 [Stream(Input, Takes), Errno],
    Fgetc "fgetc" (Ptr) I32 [Stream(Argument(0), Takes), Errno],
    Getc "getc" (Ptr) I32 [Stream(Argument(0), Takes), Errno],
    Ungetc "ungetc" (I32, Ptr) I32 [Stream(Argument(1), Takes)],
    Gets "gets" (Ptr) Ptr [Stream(Input, Takes), Writes(0, Object), Errno],
    Fgets "fgets" (Ptr, I32, Ptr) Ptr [Stream(Argument(2), Takes), Writes(0, Bytes(1)), Errno],
    Feof "feof" (Ptr) I32 [Stream(Argument(0), Asks)],
    Ferror "ferror" (Ptr) I32 [Stream(Argument(0), Asks)],
    Clearerr "clearerr" (Ptr) Void [Stream(Argument(0), Moves)],
    Fileno "fileno" (Ptr) I32 [Stream(Argument(0), Asks)],
    Fseek "fseek" (Ptr, I64, I32) I32 [Stream(Argument(0), Moves), Errno],
    Ftell "ftell" (Ptr) I64 [Stream(Argument(0), Asks)],
    Fopen "fopen" (Ptr, Ptr) Ptr [Opens, Reads(0, Text), Reads(1, Text), Allocates, Errno],
    Freopen "freopen" (Ptr, Ptr, Ptr) Ptr [Opens, Reads(0, Text), Reads(1, Text), Stream(Argument(2), Moves), Stream(Argument(2), Prints), Frees(2), Errno],
    Tmpfile "tmpfile" () Ptr [Opens, Allocates],
    Fclose "fclose" (Ptr) I32 [Files, Stream(Argument(0), Flushes), Frees(0)],
    Open "open" (Ptr, I32; more) I32 [Files, Reads(0, Text), Errno],
    Close "close" (I32) I32 [Files, Errno],
    Lseek "lseek" (I32, I64, I32) I64 [Stream(Descriptor(0), Moves), Errno],
    Duplicate "__duplicate" (I32, I32, I32) I32 [Files, Errno],
    Fdopen "fdopen" (I32, Ptr) Ptr [Files, Reads(1, Text), Allocates, Errno],
    FactsOfName "__facts_of_name" (Ptr, Ptr) I32 [Files, Reads(0, Text), Writes(1, Fixed(32)), Errno],
    FactsOfDescriptor "__facts_of_descriptor" (I32, Ptr) I32 [Stream(Descriptor(0), Asks), Writes(1, Fixed(32)), Errno],
    Chmod "chmod" (Ptr, I32) I32 [Files, Reads(0, Text), Errno],
    Ftruncate "ftruncate" (I32, I64) I32 [Stream(Descriptor(0), Moves), Errno],
    Link "link" (Ptr, Ptr) I32 [Files, Reads(0, Text), Reads(1, Text), Errno],
    Mkdir "mkdir" (Ptr, I32) I32 [Files, Reads(0, Text), Errno],
    Rmdir "rmdir" (Ptr) I32 [Files, Reads(0, Text), Errno],
    NamesIn "__names_in" (Ptr) Ptr [Files, Reads(0, Text), Allocates, Errno],
    Chdir "chdir" (Ptr) I32 [Files, Reads(0, Text), Errno],
    Remove "remove" (Ptr) I32 [Files, Reads(0, Text), Errno],
    Unlink "unlink" (Ptr) I32 [Files, Reads(0, Text), Errno],
    Rename "rename" (Ptr, Ptr) I32 [Files, Reads(0, Text), Reads(1, Text), Errno],
    Setjmp "setjmp" (Ptr; more) I32 [Writes(0, Fixed(16))],
    Longjmp "longjmp" (Ptr, I32) Void [Reads(0, Fixed(8)), Ends],
    Exit "exit" (I32) Void [Ends],
    ExitNow "_Exit" (I32) Void [Stream(Output, Flushes), Ends],
    SetErrno "__set_errno" (I32) Void [Errno],
    NotModelled "__not_modelled" (Ptr) Void [Reads(0, Text), Ends],
    Abort "abort" () Void [Ends],
    Assert "assert" (I32) Void [Judges],
    Undefined "__faultlens_undefined" (Ptr) Void [Reads(0, Text), Judges],
    Unreachable "__faultlens_unreachable" () Void [Judges],
    ReachError "reach_error" () Void [Judges],
    Unused "__faultlens_unused" (; more) Void [],
    IgnoreTest "__faultlens_ignore_test" (Ptr) Void [Reads(0, Text), Judges],
    VerifierAssert "__VERIFIER_assert" (I32) Void [Judges],
    CproverAssert "__CPROVER_assert" (I32; more) Void [Judges],
    EsbmcAssert "__ESBMC_assert" (I32; more) Void [Judges],
    Malloc "malloc" (U64) Ptr [Allocates, Errno],
    Calloc "calloc" (U64, U64) Ptr [Allocates, Errno],
    Realloc "realloc" (Ptr, U64) Ptr [Allocates, Reads(0, Object), Frees(0), Errno],
    Free "free" (Ptr) Void [Frees(0)],
    Atoi "atoi" (Ptr) I32 [Reads(0, Text)],
    Atol "atol" (Ptr) I64 [Reads(0, Text)],
    Atoll "atoll" (Ptr) I64 [Reads(0, Text)],
    Atof "atof" (Ptr) F64 [Reads(0, Text)],
    Strtol "strtol" (Ptr, Ptr, I32) I64 [Reads(0, Text), Writes(1, Fixed(8)), Errno],
    Strtoul "strtoul" (Ptr, Ptr, I32) U64 [Reads(0, Text), Writes(1, Fixed(8)), Errno],
    StrtolNarrow "__strtol_narrow" (Ptr, Ptr, I32) I32 [Reads(0, Text), Writes(1, Fixed(8)), Errno],
    StrtoulNarrow "__strtoul_narrow" (Ptr, Ptr, I32) U32 [Reads(0, Text), Writes(1, Fixed(8)), Errno],
    Strtod "strtod" (Ptr, Ptr) F64 [Reads(0, Text), Writes(1, Fixed(8)), Errno],
    Strtof "strtof" (Ptr, Ptr) F32 [Reads(0, Text), Writes(1, Fixed(8)), Errno],
    Abs "abs" (I32) I32 [],
    Labs "labs" (I64) I64 [],
    Rand "rand" () I32 [Random],
    Srand "srand" (U32) Void [Random],
    Strlen "strlen" (Ptr) U64 [Reads(0, Text)],
    Strcpy "strcpy" (Ptr, Ptr) Ptr [Reads(1, Text), Writes(0, Text)],
    Strncpy "strncpy" (Ptr, Ptr, U64) Ptr [Reads(1, Text), Writes(0, Bytes(2))],
    Strcat "strcat" (Ptr, Ptr) Ptr [Reads(0, Text), Reads(1, Text), Writes(0, Text)],
    Strncat "strncat" (Ptr, Ptr, U64) Ptr [Reads(0, Text), Reads(1, Text), Writes(0, Text)],
    Strcmp "strcmp" (Ptr, Ptr) I32 [Reads(0, Text), Reads(1, Text)],
    Strncmp "strncmp" (Ptr, Ptr, U64) I32 [Reads(0, Text), Reads(1, Text)],
    Strchr "strchr" (Ptr, I32) Ptr [Reads(0, Text)],
    Strrchr "strrchr" (Ptr, I32) Ptr [Reads(0, Text)],
    Strstr "strstr" (Ptr, Ptr) Ptr [Reads(0, Text), Reads(1, Text)],
    Strspn "strspn" (Ptr, Ptr) U64 [Reads(0, Text), Reads(1, Text)],
    Strcspn "strcspn" (Ptr, Ptr) U64 [Reads(0, Text), Reads(1, Text)],
    Strdup "strdup" (Ptr) Ptr [Reads(0, Text), Allocates],
    Memcpy "memcpy" (Ptr, Ptr, U64) Ptr [Reads(1, Bytes(2)), Writes(0, Bytes(2))],
    Memmove "memmove" (Ptr, Ptr, U64) Ptr [Reads(1, Bytes(2)), Writes(0, Bytes(2))],
    Memset "memset" (Ptr, I32, U64) Ptr [Writes(0, Bytes(2))],
    Memcmp "memcmp" (Ptr, Ptr, U64) I32 [Reads(0, Bytes(2)), Reads(1, Bytes(2))],
    Isalpha "isalpha" (I32) I32 [],
    Isdigit "isdigit" (I32) I32 [],
    Isalnum "isalnum" (I32) I32 [],
    Isspace "isspace" (I32) I32 [],
    Isupper "isupper" (I32) I32 [],
    Islower "islower" (I32) I32 [],
    Ispunct "ispunct" (I32) I32 [],
    Isxdigit "isxdigit" (I32) I32 [],
    Isprint "isprint" (I32) I32 [],
    Iscntrl "iscntrl" (I32) I32 [],
    Isgraph "isgraph" (I32) I32 [],
    Isblank "isblank" (I32) I32 [],
    Toupper "toupper" (I32) I32 [],
    Tolower "tolower" (I32) I32 [],
    Sqrt "sqrt" (F64) F64 [Errno],
    Sqrtf "sqrtf" (F32) F32 [Errno],
    Fabs "fabs" (F64) F64 [],
    Fabsf "fabsf" (F32) F32 [],
    Floor "floor" (F64) F64 [],
    Floorf "floorf" (F32) F32 [],
    Ceil "ceil" (F64) F64 [],
    Ceilf "ceilf" (F32) F32 [],
    Round "round" (F64) F64 [],
    Roundf "roundf" (F32) F32 [],
    Trunc "trunc" (F64) F64 [],
    Truncf "truncf" (F32) F32 [],
    Rint "rint" (F64) F64 [],
    Rintf "rintf" (F32) F32 [],
    Exp "exp" (F64) F64 [Errno],
    Expf "expf" (F32) F32 [Errno],
    Exp2 "exp2" (F64) F64 [Errno],
    Exp2f "exp2f" (F32) F32 [Errno],
    Expm1 "expm1" (F64) F64 [Errno],
    Expm1f "expm1f" (F32) F32 [Errno],
    Log "log" (F64) F64 [Errno],
    Logf "logf" (F32) F32 [Errno],
    Log10 "log10" (F64) F64 [Errno],
    Log10f "log10f" (F32) F32 [Errno],
    Log2 "log2" (F64) F64 [Errno],
    Log2f "log2f" (F32) F32 [Errno],
    Log1p "log1p" (F64) F64 [Errno],
    Log1pf "log1pf" (F32) F32 [Errno],
    Sin "sin" (F64) F64 [Errno],
    Sinf "sinf" (F32) F32 [Errno],
    Cos "cos" (F64) F64 [Errno],
    Cosf "cosf" (F32) F32 [Errno],
    Tan "tan" (F64) F64 [Errno],
    Tanf "tanf" (F32) F32 [Errno],
    Asin "asin" (F64) F64 [Errno],
    Asinf "asinf" (F32) F32 [Errno],
    Acos "acos" (F64) F64 [Errno],
    Acosf "acosf" (F32) F32 [Errno],
    Atan "atan" (F64) F64 [],
    Atanf "atanf" (F32) F32 [],
    Sinh "sinh" (F64) F64 [Errno],
    Sinhf "sinhf" (F32) F32 [Errno],
    Cosh "cosh" (F64) F64 [Errno],
    Coshf "coshf" (F32) F32 [Errno],
    Tanh "tanh" (F64) F64 [],
    Tanhf "tanhf" (F32) F32 [],
    Asinh "asinh" (F64) F64 [],
    Acosh "acosh" (F64) F64 [Errno],
    Atanh "atanh" (F64) F64 [Errno],
    Asinhf "asinhf" (F32) F32 [],
    Acoshf "acoshf" (F32) F32 [Errno],
    Atanhf "atanhf" (F32) F32 [Errno],
    Erf "erf" (F64) F64 [],
    Erff "erff" (F32) F32 [],
    Erfc "erfc" (F64) F64 [Errno],
    Erfcf "erfcf" (F32) F32 [Errno],
    Tgamma "tgamma" (F64) F64 [Errno],
    Tgammaf "tgammaf" (F32) F32 [Errno],
    Lgamma "lgamma" (F64) F64 [Errno],
    Lgammaf "lgammaf" (F32) F32 [Errno],
    Cbrt "cbrt" (F64) F64 [],
    Cbrtf "cbrtf" (F32) F32 [],
    Logb "logb" (F64) F64 [],
    Logbf "logbf" (F32) F32 [],
    Pow "pow" (F64, F64) F64 [Errno],
    Powf "powf" (F32, F32) F32 [Errno],
    Fmod "fmod" (F64, F64) F64 [Errno],
    Fmodf "fmodf" (F32, F32) F32 [Errno],
    Atan2 "atan2" (F64, F64) F64 [],
    Atan2f "atan2f" (F32, F32) F32 [],
    Fmin "fmin" (F64, F64) F64 [],
    Fminf "fminf" (F32, F32) F32 [],
    Fmax "fmax" (F64, F64) F64 [],
    Fmaxf "fmaxf" (F32, F32) F32 [],
    Fdim "fdim" (F64, F64) F64 [Errno],
    Fdimf "fdimf" (F32, F32) F32 [Errno],
    Hypot "hypot" (F64, F64) F64 [Errno],
    Hypotf "hypotf" (F32, F32) F32 [Errno],
    Copysign "copysign" (F64, F64) F64 [],
    Copysignf "copysignf" (F32, F32) F32 [],
    Nextafter "nextafter" (F64, F64) F64 [Errno],
    Nextafterf "nextafterf" (F32, F32) F32 [Errno],
    Remainder "remainder" (F64, F64) F64 [Errno],
    Remainderf "remainderf" (F32, F32) F32 [Errno],
    Fma "fma" (F64, F64, F64) F64 [],
    Fmaf "fmaf" (F32, F32, F32) F32 [],
    Scalbln "scalbln" (F64, I64) F64 [Errno],
    Scalblnf "scalblnf" (F32, I64) F32 [Errno],
    Lround "lround" (F64) I64 [],
    Lrint "lrint" (F64) I64 [],
    FloatClass "__float_class" (F64) I32 [],
    FloatClassf "__float_classf" (F32) I32 [],
    Signbit "__signbit" (F64) I32 [],
}

//! Library functions that the evaluator models: their names, signatures and nature.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::Scalar;

/// How a relaxed call of the function is treated (DESIGN §2, table of relaxations).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// A value from values; no effect.
    Pure,
    /// Effects on memory only.
    Memory,
    /// Writes to standard output (or, through a `FILE *`, perhaps there).
    Output,
    /// Reads standard input.
    Input,
    /// Does not return.
    Exit,
    /// The specification: never relaxed.
    Specification,
}

macro_rules! builtins {
    ($($variant:ident $name:literal ($($arg:ident),* $(; $more:ident)?) $result:ident $nature:ident),* $(,)?) => {
        /// A library function.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Builtin { $(#[doc = concat!("`", $name, "`")] $variant),* }

        impl Builtin {
            /// All of them.
            pub const ALL: &'static [Builtin] = &[$(Builtin::$variant),*];

            /// Its name in C.
            pub fn name(self) -> &'static str {
                match self { $(Builtin::$variant => $name),* }
            }

            /// Types of the fixed parameters.
            pub fn params(self) -> &'static [Scalar] {
                match self { $(Builtin::$variant => &[$(Scalar::$arg),*]),* }
            }

            /// More arguments follow the fixed ones.
            pub fn variadic(self) -> bool {
                match self { $(Builtin::$variant => builtins!(@more $($more)?)),* }
            }

            /// Type of the result; `None` for `void`.
            pub fn result(self) -> Option<Scalar> {
                match self { $(Builtin::$variant => builtins!(@result $result)),* }
            }

            /// What a relaxed call may do.
            pub fn nature(self) -> Nature {
                match self { $(Builtin::$variant => Nature::$nature),* }
            }
        }
    };
    (@more) => { false };
    (@more $x:ident) => { true };
    (@result Void) => { None };
    (@result $t:ident) => { Some(Scalar::$t) };
}

builtins! {
    Printf "printf" (Ptr; more) I32 Output,
    Fprintf "fprintf" (Ptr, Ptr; more) I32 Output,
    Sprintf "sprintf" (Ptr, Ptr; more) I32 Memory,
    Snprintf "snprintf" (Ptr, U64, Ptr; more) I32 Memory,
    Vprintf "vprintf" (Ptr, Ptr) I32 Output,
    Vfprintf "vfprintf" (Ptr, Ptr, Ptr) I32 Output,
    Vsprintf "vsprintf" (Ptr, Ptr, Ptr) I32 Memory,
    Vsnprintf "vsnprintf" (Ptr, U64, Ptr, Ptr) I32 Memory,
    Puts "puts" (Ptr) I32 Output,
    Fputs "fputs" (Ptr, Ptr) I32 Output,
    Putchar "putchar" (I32) I32 Output,
    Fputc "fputc" (I32, Ptr) I32 Output,
    Putc "putc" (I32, Ptr) I32 Output,
    Fflush "fflush" (Ptr) I32 Pure,
    Perror "perror" (Ptr) Void Output,
    Scanf "scanf" (Ptr; more) I32 Input,
    Fscanf "fscanf" (Ptr, Ptr; more) I32 Input,
    Sscanf "sscanf" (Ptr, Ptr; more) I32 Memory,
    Getchar "getchar" () I32 Input,
    Fgetc "fgetc" (Ptr) I32 Input,
    Getc "getc" (Ptr) I32 Input,
    Ungetc "ungetc" (I32, Ptr) I32 Input,
    Gets "gets" (Ptr) Ptr Input,
    Fgets "fgets" (Ptr, I32, Ptr) Ptr Input,
    Feof "feof" (Ptr) I32 Pure,
    Ferror "ferror" (Ptr) I32 Pure,
    Fopen "fopen" (Ptr, Ptr) Ptr Input,
    Fclose "fclose" (Ptr) I32 Memory,
    Exit "exit" (I32) Void Exit,
    Abort "abort" () Void Exit,
    Assert "assert" (I32) Void Specification,
    Undefined "__faultlens_undefined" (Ptr) Void Specification,
    ReachError "reach_error" () Void Specification,
    VerifierAssert "__VERIFIER_assert" (I32) Void Specification,
    CproverAssert "__CPROVER_assert" (I32; more) Void Specification,
    Malloc "malloc" (U64) Ptr Memory,
    Calloc "calloc" (U64, U64) Ptr Memory,
    Realloc "realloc" (Ptr, U64) Ptr Memory,
    Free "free" (Ptr) Void Memory,
    Atoi "atoi" (Ptr) I32 Pure,
    Atol "atol" (Ptr) I64 Pure,
    Atoll "atoll" (Ptr) I64 Pure,
    Atof "atof" (Ptr) F64 Pure,
    Strtol "strtol" (Ptr, Ptr, I32) I64 Memory,
    Strtoul "strtoul" (Ptr, Ptr, I32) U64 Memory,
    Strtod "strtod" (Ptr, Ptr) F64 Memory,
    Abs "abs" (I32) I32 Pure,
    Labs "labs" (I64) I64 Pure,
    Rand "rand" () I32 Memory,
    Srand "srand" (U32) Void Memory,
    Time "time" (Ptr) I64 Memory,
    Strlen "strlen" (Ptr) U64 Pure,
    Strcpy "strcpy" (Ptr, Ptr) Ptr Memory,
    Strncpy "strncpy" (Ptr, Ptr, U64) Ptr Memory,
    Strcat "strcat" (Ptr, Ptr) Ptr Memory,
    Strncat "strncat" (Ptr, Ptr, U64) Ptr Memory,
    Strcmp "strcmp" (Ptr, Ptr) I32 Pure,
    Strncmp "strncmp" (Ptr, Ptr, U64) I32 Pure,
    Strchr "strchr" (Ptr, I32) Ptr Pure,
    Strrchr "strrchr" (Ptr, I32) Ptr Pure,
    Strstr "strstr" (Ptr, Ptr) Ptr Pure,
    Strspn "strspn" (Ptr, Ptr) U64 Pure,
    Strcspn "strcspn" (Ptr, Ptr) U64 Pure,
    Strdup "strdup" (Ptr) Ptr Memory,
    Memcpy "memcpy" (Ptr, Ptr, U64) Ptr Memory,
    Memmove "memmove" (Ptr, Ptr, U64) Ptr Memory,
    Memset "memset" (Ptr, I32, U64) Ptr Memory,
    Memcmp "memcmp" (Ptr, Ptr, U64) I32 Pure,
    Isalpha "isalpha" (I32) I32 Pure,
    Isdigit "isdigit" (I32) I32 Pure,
    Isalnum "isalnum" (I32) I32 Pure,
    Isspace "isspace" (I32) I32 Pure,
    Isupper "isupper" (I32) I32 Pure,
    Islower "islower" (I32) I32 Pure,
    Ispunct "ispunct" (I32) I32 Pure,
    Isxdigit "isxdigit" (I32) I32 Pure,
    Isprint "isprint" (I32) I32 Pure,
    Iscntrl "iscntrl" (I32) I32 Pure,
    Isgraph "isgraph" (I32) I32 Pure,
    Toupper "toupper" (I32) I32 Pure,
    Tolower "tolower" (I32) I32 Pure,
    Sqrt "sqrt" (F64) F64 Pure,
    Pow "pow" (F64, F64) F64 Pure,
    Fabs "fabs" (F64) F64 Pure,
    Floor "floor" (F64) F64 Pure,
    Ceil "ceil" (F64) F64 Pure,
    Round "round" (F64) F64 Pure,
    Trunc "trunc" (F64) F64 Pure,
    Fmod "fmod" (F64, F64) F64 Pure,
    Exp "exp" (F64) F64 Pure,
    Log "log" (F64) F64 Pure,
    Log10 "log10" (F64) F64 Pure,
    Log2 "log2" (F64) F64 Pure,
    Sin "sin" (F64) F64 Pure,
    Cos "cos" (F64) F64 Pure,
    Tan "tan" (F64) F64 Pure,
    Asin "asin" (F64) F64 Pure,
    Acos "acos" (F64) F64 Pure,
    Atan "atan" (F64) F64 Pure,
    Atan2 "atan2" (F64, F64) F64 Pure,
    Sqrtf "sqrtf" (F32) F32 Pure,
    Fabsf "fabsf" (F32) F32 Pure,
    Fmin "fmin" (F64, F64) F64 Pure,
    Fmax "fmax" (F64, F64) F64 Pure,
}

impl Builtin {
    /// The function of that name.
    pub fn by_name(name: &str) -> Option<Builtin> {
        static BY_NAME: LazyLock<FxHashMap<&str, Builtin>> =
            LazyLock::new(|| Builtin::ALL.iter().map(|b| (b.name(), *b)).collect());
        BY_NAME.get(name).copied()
    }
}

/// Names of the predefined streams, which lowering turns into pointer constants with these bits.
pub const STREAMS: [(&str, u64); 3] = [("stdin", 0x10), ("stdout", 0x11), ("stderr", 0x12)];

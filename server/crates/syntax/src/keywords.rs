//! Classification of the words of C (and of GNU C).

use crate::token::{Interner, Token, TokenKind};

/// Class of a word: identifiers that are not keywords are [`Word::Name`], everything else is [`Word::None`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// Not a word.
    None,
    /// An identifier of the program.
    Name,
    /// `int`, `unsigned`, `void`, …: words that combine into one type.
    Base,
    /// `const`, `volatile`
    Qualifier,
    /// `static`, `extern`, `auto`, `register`, `inline`
    Storage,
    /// `typedef`
    Typedef,
    /// `struct`, `union`
    Record,
    /// `enum`
    Enum,
    /// `typeof`
    Typeof,
    /// `if`, `return`, … and `sizeof`: printed unchanged.
    Keyword,
    /// `_Alignof` in any spelling.
    Alignof,
    /// A word without meaning for the analysis: `restrict`, `__extension__`, …
    Ignored,
    /// A word without meaning for the analysis, with the parentheses behind it: `__attribute__((…))`, `_Alignas(…)`
    IgnoredCall,
    /// `_Static_assert(…);`
    StaticAssert,
    /// `asm`
    Asm,
    /// A call-like expression that takes types: `_Generic(…)`
    TypeCall,
    /// `__real__`, `__imag__`: operators of complex numbers.
    ComplexPart,
    /// GNU `__label__ a, b;`, which only declares the scope of labels.
    LocalLabel,
    /// `offsetof(type, member)`
    Offsetof,
    /// `va_arg(list, type)`
    VaArg,
}

impl Word {
    /// Whether a declaration's specifiers may contain the word, including types.
    pub(crate) fn is_specifier(self) -> bool {
        matches!(
            self,
            Word::Base
                | Word::Qualifier
                | Word::Storage
                | Word::Typedef
                | Word::Record
                | Word::Enum
                | Word::Typeof
        )
    }

    /// Whether the word names, or starts, a type.
    pub(crate) fn is_type(self) -> bool {
        matches!(self, Word::Base | Word::Record | Word::Enum | Word::Typeof)
    }
}

/// Class of a token.
pub(crate) fn word(token: Token, interner: &Interner) -> Word {
    if token.kind == TokenKind::Ident {
        class(interner.get(token.text))
    } else {
        Word::None
    }
}

/// Start of the attribute whose closing parenthesis is at `end`; `None` if none ends there.
pub(crate) fn attribute_start<'t>(
    end: usize,
    text: impl Fn(usize) -> &'t str,
    is_attribute: impl Fn(usize) -> bool,
) -> Option<usize> {
    if text(end) != ")" {
        return None;
    }
    let mut depth = 0_usize;
    for at in (0..=end).rev() {
        match text(at) {
            ")" => depth += 1,
            "(" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at.checked_sub(1).filter(|head| is_attribute(*head));
        }
    }
    None
}

fn class(text: &str) -> Word {
    match text {
        "void" | "char" | "short" | "int" | "long" | "float" | "double" | "signed" | "__signed"
        | "__signed__" | "unsigned" | "_Bool" | "_Complex" | "__complex__" | "__complex"
        | "_Imaginary" | "__int128" | "__int128_t" | "__uint128_t" | "_Float128" | "__float128"
        | "__auto_type" | "_Decimal32" | "_Decimal64" | "_Decimal128" => Word::Base,
        "const" | "__const" | "__const__" | "volatile" | "__volatile" | "__volatile__" => {
            Word::Qualifier
        }
        "static" | "extern" | "auto" | "register" | "inline" | "__inline" | "__inline__" => {
            Word::Storage
        }
        "typedef" => Word::Typedef,
        "struct" | "union" => Word::Record,
        "enum" => Word::Enum,
        "typeof" | "__typeof" | "__typeof__" => Word::Typeof,
        "if" | "else" | "while" | "do" | "for" | "switch" | "case" | "default" | "break"
        | "continue" | "return" | "goto" | "sizeof" => Word::Keyword,
        "_Alignof" | "__alignof" | "__alignof__" => Word::Alignof,
        "restrict" | "__restrict" | "__restrict__" | "__extension__" | "_Noreturn"
        | "_Thread_local" | "__thread" | "_Atomic" | "__cdecl" => Word::Ignored,
        "__attribute__" | "__attribute" | "_Alignas" | "__declspec" | "_Pragma" => {
            Word::IgnoredCall
        }
        "_Static_assert" | "static_assert" => Word::StaticAssert,
        "asm" | "__asm" | "__asm__" => Word::Asm,
        "__real__" | "__real" | "__imag__" | "__imag" => Word::ComplexPart,
        "__label__" => Word::LocalLabel,
        "_Generic" | "__builtin_types_compatible_p" | "__builtin_choose_expr" => Word::TypeCall,
        "offsetof" | "__builtin_offsetof" => Word::Offsetof,
        "va_arg" | "__builtin_va_arg" => Word::VaArg,
        _ => Word::Name,
    }
}

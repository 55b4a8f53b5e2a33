//! The typed tree of one preprocessed translation unit.
//!
//! "Typed" means that every syntactic category has its own Rust type; C's types are resolved later, by lowering. The
//! tree consists of owned nodes with spans; it keeps everything that is needed to name a place to the user, and nothing
//! of tree-sitter.

use crate::span::Span;

/// One translation unit, or several that are linked together ([`crate::Parse::link`]), in source order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Unit {
    /// Top-level declarations and function definitions.
    pub items: Vec<Item>,
}

impl Unit {
    /// The items of each translation unit.
    pub fn translation_units(&self) -> impl Iterator<Item = &[Item]> {
        self.items.split(|item| matches!(item, Item::End))
    }

    /// Definitions of functions, in source order.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(f) => Some(f),
            _ => None,
        })
    }
}

/// A top-level item.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A function with its body.
    Function(Function),
    /// Variables, types, prototypes.
    Declaration(Declaration),
    /// The end of a translation unit: the items behind it see only those names of the items before it that have
    /// external linkage.
    End,
}

/// A function definition; old-style parameter declarations are already merged into `declarator`.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// Return type and storage.
    pub specs: Specs,
    /// Name and derivation; the first derivation is [`Derive::Function`].
    pub declarator: Declarator,
    /// The body.
    pub body: Block,
    /// The whole definition.
    pub span: Span,
}

/// `specs declarator = init, …;`
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// Specifiers that all declarators share.
    pub specs: Specs,
    /// Declared names; may be empty (`struct s { … };`).
    pub declarators: Vec<InitDeclarator>,
    /// Whole declaration, with the semicolon.
    pub span: Span,
}

/// One declared name with its initialiser.
#[derive(Debug, Clone, PartialEq)]
pub struct InitDeclarator {
    /// Name and derivation.
    pub declarator: Declarator,
    /// `= …`
    pub init: Option<Init>,
    /// Span of declarator and initialiser, without the specifiers.
    pub span: Span,
}

/// An initialiser.
#[derive(Debug, Clone, PartialEq)]
pub enum Init {
    /// `= expression`
    Expr(Expr),
    /// `= { … }`
    List(InitList),
}

/// `{ [2] = x, .f = y, z }`
#[derive(Debug, Clone, PartialEq)]
pub struct InitList {
    /// Entries in source order.
    pub entries: Vec<InitEntry>,
    /// Span with the braces.
    pub span: Span,
}

/// One entry of a braced initialiser.
#[derive(Debug, Clone, PartialEq)]
pub struct InitEntry {
    /// Designators; empty for a positional entry.
    pub designators: Vec<Designator>,
    /// Value of the entry.
    pub init: Init,
}

/// `[index]`, `[low ... high]` or `.field`
#[derive(Debug, Clone, PartialEq)]
pub enum Designator {
    /// `[index]`
    Index(Expr),
    /// GNU `[low ... high]`
    Range(Expr, Expr),
    /// `.name`
    Field(Name),
}

/// An identifier with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Text of the identifier.
    pub text: String,
    /// Place of the identifier.
    pub span: Span,
}

/// Declaration specifiers.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "independent words of the source, each there or not"
)]
pub struct Specs {
    /// Storage class: at most one of typedef, extern, static, auto, register (the last one wins).
    pub storage: Storage,
    /// `inline`
    pub inline: bool,
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// The type specifier; implicit `int` is [`TypeSpec::Int`] with [`Specs::implicit_int`] set.
    pub ty: TypeSpec,
    /// Whether no type specifier was written.
    pub implicit_int: bool,
    /// Attributes among and before the specifiers.
    pub attributes: Attributes,
    /// Span of the specifiers.
    pub span: Span,
}

/// Effects of attributes, `_Alignas` and `#pragma pack`; attributes that do not change what a program does are dropped.
/// Mostly empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attributes(pub Vec<Attribute>);

/// An attribute with an effect on the program.
#[derive(Debug, Clone, PartialEq)]
pub enum Attribute {
    /// `packed`
    Packed,
    /// `aligned` without a number: the largest alignment of the machine.
    AlignedMost,
    /// `aligned(n)`, `_Alignas(n)`
    Aligned(Expr),
    /// `_Alignas(type)`
    AlignedAs(Box<TypeName>),
    /// `mode(name)`, which changes the size of a type; the name is without underscores.
    Mode(Name),
    /// `#pragma pack(n)` in force: members are aligned to at most `n` bytes.
    Pack(u8),
    /// `weak`: a definition in another unit replaces this one.
    Weak,
    /// `constructor`: the function runs before `main`.
    Constructor,
    /// An attribute whose effect is not modelled.
    Unmodelled(Name),
}

/// Storage class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Storage {
    /// None written, `auto` or `register`.
    #[default]
    None,
    /// `typedef`
    Typedef,
    /// `extern`
    Extern,
    /// `static`
    Static,
}

/// A type specifier.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeSpec {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SignedChar,
    /// `unsigned char`
    UnsignedChar,
    /// `short`
    Short,
    /// `unsigned short`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsigned`
    UnsignedInt,
    /// `long`
    Long,
    /// `unsigned long`
    UnsignedLong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    UnsignedLongLong,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
    /// A typedef name.
    Named(Name),
    /// `struct tag { … }`, `union tag { … }`; a reference if there are no braces.
    Record(Record),
    /// `enum tag { … }`
    Enum(Enum),
    /// `typeof (expression)`
    TypeofExpr(Box<Expr>),
    /// `typeof (type)`
    TypeofType(Box<TypeName>),
    /// A type that is not modelled (`_Complex`, `__int128`, `_Atomic`, …), by its text.
    Unsupported(Name),
}

/// A struct or union specifier.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Whether it is a `union` rather than a `struct`.
    pub is_union: bool,
    /// The tag.
    pub tag: Option<Name>,
    /// Members, if the specifier is a definition.
    pub fields: Option<Vec<Field>>,
    /// Attributes of the definition.
    pub attributes: Attributes,
    /// The specifier.
    pub span: Span,
}

/// One member declaration (`int a, b : 3;` gives two).
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Specifiers of the member.
    pub specs: Specs,
    /// Declarator; `None` for anonymous records and unnamed bit-fields.
    pub declarator: Option<Declarator>,
    /// Bit-field width.
    pub width: Option<Expr>,
    /// The member.
    pub span: Span,
}

/// An enum specifier.
#[derive(Debug, Clone, PartialEq)]
pub struct Enum {
    /// The tag.
    pub tag: Option<Name>,
    /// Enumerators, if the specifier is a definition.
    pub enumerators: Option<Vec<(Name, Option<Expr>)>>,
    /// Attributes of the definition.
    pub attributes: Attributes,
    /// The specifier.
    pub span: Span,
}

/// A declarator: a name and the derivations around it.
///
/// `derive` reads outwards from the name: `int *a[3]` is `[Array(3), Pointer]`, "a is an array of 3 pointers".
/// `int (*f)(void)` is `[Pointer, Function]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Declarator {
    /// Declared name; `None` in abstract declarators.
    pub name: Option<Name>,
    /// Derivations from the name outwards.
    pub derive: Vec<Derive>,
    /// Attributes of the declarator.
    pub attributes: Attributes,
    /// The declarator.
    pub span: Span,
}

/// One derivation step of a declarator.
#[derive(Debug, Clone, PartialEq)]
pub enum Derive {
    /// "pointer to"
    Pointer {
        /// `* const`
        is_const: bool,
    },
    /// "array of"; `None` for `[]`.
    Array(Option<Box<Expr>>),
    /// "function returning"
    Function(Params),
}

/// Parameters of a function declarator.
#[derive(Debug, Clone, PartialEq)]
pub struct Params {
    /// Parameters in order; empty for `(void)`.
    pub params: Vec<Param>,
    /// `, ...`
    pub variadic: bool,
    /// Whether the list is `()` or an old-style identifier list: arguments are not checked, and get the default
    /// promotions.
    pub old_style: bool,
}

/// One parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// Specifiers of the parameter (implicit `int` for an undeclared old-style parameter).
    pub specs: Specs,
    /// Name and derivation.
    pub declarator: Declarator,
}

/// A type name, as `int *[3]` in casts, `sizeof` and compound literals.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeName {
    /// Specifiers.
    pub specs: Specs,
    /// Abstract declarator.
    pub declarator: Declarator,
    /// The type name.
    pub span: Span,
}

/// `{ … }`
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Declarations and statements in order.
    pub items: Vec<BlockItem>,
    /// Span with the braces.
    pub span: Span,
}

/// A declaration or a statement.
#[derive(Debug, Clone, PartialEq)]
pub enum BlockItem {
    /// A declaration.
    Declaration(Declaration),
    /// A statement.
    Statement(Stmt),
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Stmt {
    /// Kind of the statement.
    pub kind: StmtKind,
    /// Whole statement, including nested bodies; the parts have spans of their own.
    pub span: Span,
}

impl Stmt {
    /// Whether an `else` directly behind the statement would belong to an `if` inside it.
    pub fn ends_in_open_if(&self) -> bool {
        match &self.kind {
            StmtKind::If(_, _, None) => true,
            StmtKind::If(_, _, Some(body))
            | StmtKind::While(_, body)
            | StmtKind::Switch(_, body)
            | StmtKind::Case(_, _, body)
            | StmtKind::Default(body)
            | StmtKind::Label(_, body) => body.ends_in_open_if(),
            StmtKind::For(parts) => parts.body.ends_in_open_if(),
            _ => false,
        }
    }
}

/// The statements of C.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `{ … }`
    Block(Block),
    /// `;`
    Empty,
    /// `expression;`
    Expr(Expr),
    /// `if (c) then else els`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while (c) body`
    While(Expr, Box<Stmt>),
    /// `do body while (c);`
    DoWhile(Box<Stmt>, Expr),
    /// `for (init; condition; step) body`
    For(Box<For>),
    /// `switch (e) body`
    Switch(Expr, Box<Stmt>),
    /// `case e:` or GNU `case a ... b:`
    Case(Expr, Option<Expr>, Box<Stmt>),
    /// `default:`
    Default(Box<Stmt>),
    /// `name:`
    Label(Name, Box<Stmt>),
    /// `goto name;`
    Goto(Name),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// GNU `goto *e;`
    GotoValue(Expr),
    /// `return e;`
    Return(Option<Expr>),
    /// A construct that is not modelled or did not parse, with its description for the message.
    Unsupported(String),
}

/// The parts of a `for`.
#[derive(Debug, Clone, PartialEq)]
pub struct For {
    /// First part.
    pub init: ForInit,
    /// Second part.
    pub condition: Option<Expr>,
    /// Third part.
    pub step: Option<Expr>,
    /// The body.
    pub body: Stmt,
}

/// First part of a `for`.
#[derive(Debug, Clone, PartialEq)]
pub enum ForInit {
    /// Nothing.
    None,
    /// `for (int i = 0; …`
    Declaration(Declaration),
    /// `for (i = 0; …`
    Expr(Expr),
}

/// An expression. Parentheses leave no node, and their bytes belong to the span of the enclosing expression only.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// Kind of the expression.
    pub kind: ExprKind,
    /// Place of the expression.
    pub span: Span,
}

impl Expr {
    /// A decimal constant of type `int`.
    pub fn int(value: u64, span: Span) -> Expr {
        let literal = IntLit {
            value,
            decimal: true,
            unsigned: false,
            longs: 0,
        };
        Expr {
            kind: ExprKind::Int(literal),
            span,
        }
    }
}

/// The expressions of C.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// An integer constant.
    Int(IntLit),
    /// A floating constant; `f` suffix makes it `float`, `l` `long double`.
    Float {
        /// Value, correctly rounded to double.
        value: f64,
        /// Suffix, lower case, if any.
        suffix: Option<char>,
    },
    /// A character constant, already sign-extended as `int`.
    Char(i32),
    /// Adjacent literals joined, escapes decoded, without the final NUL.
    Str(Vec<u8>),
    /// `L"…"`, `u"…"`, `U"…"` joined, without the final NUL.
    WideStr(Wide, Vec<u32>),
    /// A name.
    Ident(String),
    /// `f(args)`
    Call(Box<Expr>, Vec<Expr>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `s.f` or, with the flag, `p->f`
    Member(Box<Expr>, Name, bool),
    /// Prefix operators other than `&`, `*`, `++`, `--`.
    Unary(UnaryOp, Box<Expr>),
    /// `&e`
    AddressOf(Box<Expr>),
    /// `*e`
    Deref(Box<Expr>),
    /// `++e`, `e++`, `--e`, `e--`
    IncDec {
        /// The operand.
        target: Box<Expr>,
        /// `++` rather than `--`.
        increment: bool,
        /// Whether the operator stands in front.
        prefix: bool,
    },
    /// Binary operators other than `&&`, `||`, `,` and assignment.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a && b`
    LogicalAnd(Box<Expr>, Box<Expr>),
    /// `a || b`
    LogicalOr(Box<Expr>, Box<Expr>),
    /// `c ? a : b`; GNU `c ?: b` has no middle.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `a = b`; with an operator `a += b` …
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `(type) e`
    Cast(Box<TypeName>, Box<Expr>),
    /// `sizeof e`
    SizeofExpr(Box<Expr>),
    /// `sizeof (type)`
    SizeofType(Box<TypeName>),
    /// `_Alignof (type)`
    AlignofType(Box<TypeName>),
    /// GNU `__alignof__ (expression)`
    AlignofExpr(Box<Expr>),
    /// `_Generic (control, type: a, default: b)`; without a type the default.
    Generic(Box<Expr>, Vec<(Option<TypeName>, Expr)>),
    /// GNU `__builtin_types_compatible_p (type, type)`
    TypesCompatible(Box<(TypeName, TypeName)>),
    /// GNU `__builtin_choose_expr (constant, a, b)`
    ChooseExpr(Box<(Expr, Expr, Expr)>),
    /// `(type) { … }`
    CompoundLiteral(Box<TypeName>, InitList),
    /// `offsetof(type, a.b[2])`
    Offsetof(Box<TypeName>, Vec<Designator>),
    /// GNU `({ … })`
    StatementExpr(Box<Block>),
    /// `va_arg(list, type)`
    VaArg(Box<Expr>, Box<TypeName>),
    /// GNU `&&label`
    LabelAddress(Name),
    /// A construct that is not modelled or did not parse, with its description for the message.
    Unsupported(String),
}

/// Element type of a wide string literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wide {
    /// `L`: `wchar_t`, which is `int`.
    Wchar,
    /// `u`: `char16_t`
    Char16,
    /// `U`: `char32_t`
    Char32,
}

/// An integer constant as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntLit {
    /// Value of the constant.
    pub value: u64,
    /// Whether the constant is decimal; decimal constants never become unsigned without a suffix.
    pub decimal: bool,
    /// Whether there is a suffix `u`.
    pub unsigned: bool,
    /// Length suffix: 0, 1 (`l`) or 2 (`ll`).
    pub longs: u8,
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `+`
    Plus,
    /// `!`
    Not,
    /// `~`
    BitNot,
}

/// Binary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
}

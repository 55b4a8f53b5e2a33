//! Types as they are spelled, for selections by type.
//!
//! The types of lowering do not tell `long` from `long long` where both have 64 bits, nor `char *` from `const char *`.
//! `_Generic` does. So where a choice hangs on such a difference, the type of the operand is worked out again from the
//! text: from the declarations of the names in it, the suffixes of constants, and the usual arithmetic conversions
//! (C11 6.3.1.8). What the text does not tell (members of records, results of most library functions) is not resolved.

use syntax::ast::{
    BinaryOp, Block, BlockItem, Declaration, Declarator, Derive, Expr, ExprKind, ForInit, IntLit,
    Item, Specs, Stmt, StmtKind, Storage, TypeName, TypeSpec, UnaryOp, Unit,
};
use syntax::{DataModel, Span};

/// Arithmetic types, and `void`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Base {
    Void,
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    /// `int` and larger integers: the rank (1: `int`, 2: `long`, 3: `long long`), and whether it is unsigned.
    Integer(u8, bool),
    Float,
    Double,
    LongDouble,
}

const INT: Base = Base::Integer(1, false);

/// A type of a value: the base, and for each pointer from the outside whether what it points to is `const`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SpelledType {
    base: Base,
    pointers: Vec<bool>,
}

/// Finds out types in a unit.
#[derive(Clone, Copy)]
pub(super) struct Spelling<'a> {
    pub(super) unit: &'a Unit,
    pub(super) model: DataModel,
}

impl<'a> Spelling<'a> {
    /// The type of an expression's value; `None` if it is not known.
    pub(super) fn of(self, e: &Expr) -> Option<SpelledType> {
        let plain = |base| {
            Some(SpelledType {
                base,
                pointers: Vec::new(),
            })
        };
        match &e.kind {
            ExprKind::Int(literal) => plain(self.of_constant(*literal)),
            ExprKind::Float { suffix, .. } => plain(match suffix {
                Some('f' | 'F') => Base::Float,
                Some('l' | 'L') => Base::LongDouble,
                _ => Base::Double,
            }),
            ExprKind::Char(_) => plain(INT),
            ExprKind::Str(_) => Some(SpelledType {
                base: Base::Char,
                pointers: vec![false],
            }),
            ExprKind::SizeofExpr(_)
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofExpr(_)
            | ExprKind::AlignofType(_) => plain(self.size_type()),
            ExprKind::Ident(name) => self.of_name(name, e.span),
            ExprKind::Call(callee, _) => match &callee.kind {
                ExprKind::Ident(name) => self.of_call(name, e.span),
                _ => None,
            },
            ExprKind::Cast(name, _) => self.of_type(name),
            ExprKind::CompoundLiteral(name, _) => self.of_type(name),
            ExprKind::Deref(of) | ExprKind::Index(of, _) => {
                let mut pointer = self.of(of)?;
                (!pointer.pointers.is_empty()).then(|| pointer.pointers.remove(0))?;
                Some(pointer)
            }
            ExprKind::AddressOf(of) => {
                let mut ty = self.of(of)?;
                ty.pointers.insert(0, self.is_const(of)?);
                Some(ty)
            }
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..) => plain(INT),
            ExprKind::Unary(_, of) => plain(promoted(self.arithmetic(of)?)),
            ExprKind::IncDec { target: of, .. } | ExprKind::Assign(_, of, _) => self.of(of),
            ExprKind::Comma(_, last) => self.of(last),
            ExprKind::Binary(op, a, b) => self.of_operation(*op, a, b),
            ExprKind::Conditional(_, Some(a), b) => {
                let (first, second) = (self.of(a)?, self.of(b)?);
                if first == second && !first.pointers.is_empty() {
                    return Some(first);
                }
                plain(self.common(first.number()?, second.number()?))
            }
            _ => None,
        }
    }

    /// The type that a type name means, as a value has it.
    pub(super) fn of_type(self, name: &TypeName) -> Option<SpelledType> {
        self.declared(&name.specs, &name.declarator.derive)
    }

    fn size_type(self) -> Base {
        match self.model {
            DataModel::Lp64 => Base::Integer(2, true),
            DataModel::Ilp32 => Base::Integer(1, true),
        }
    }

    /// Width of an integer of this rank.
    fn bits(self, rank: u8) -> u32 {
        match (rank, self.model) {
            (1, _) | (2, DataModel::Ilp32) => 32,
            _ => 64,
        }
    }

    /// The first type of the list in C11 6.4.4.1 that holds the value.
    fn of_constant(self, literal: IntLit) -> Base {
        let ranks = literal.longs + 1..=3;
        let kinds = ranks.flat_map(|rank| [(rank, false), (rank, true)]);
        let mut fitting = kinds.filter(|(rank, unsigned)| {
            let allowed = *unsigned == literal.unsigned || (*unsigned && !literal.decimal);
            let bits = self.bits(*rank) - u32::from(!*unsigned);
            allowed && (bits >= 64 || literal.value >> bits == 0)
        });
        let (rank, unsigned) = fitting.next().unwrap_or((3, true));
        Base::Integer(rank, unsigned)
    }

    fn of_name(self, name: &str, at: Span) -> Option<SpelledType> {
        let (specs, declarator) = self.declaration(name, at)?;
        (specs.storage != Storage::Typedef).then(|| self.declared(specs, &declarator.derive))?
    }

    /// The type of what a function returns.
    fn of_call(self, name: &str, at: Span) -> Option<SpelledType> {
        if let Some((specs, declarator)) = self.declaration(name, at) {
            let (first, rest) = declarator.derive.split_first()?;
            return match first {
                Derive::Function(_) => self.declared(specs, rest),
                _ => None,
            };
        }
        let base = match name {
            "strlen" | "fread" | "fwrite" => self.size_type(),
            "strtoul" => Base::Integer(2, true),
            "strtoull" => Base::Integer(3, true),
            "strtol" | "atol" | "labs" | "ftell" | "time" | "clock" => Base::Integer(2, false),
            "strtoll" | "atoll" | "llabs" => Base::Integer(3, false),
            _ => return None,
        };
        Some(SpelledType {
            base,
            pointers: Vec::new(),
        })
    }

    /// The type that specifiers and derivations declare, as a value has it.
    fn declared(self, specs: &Specs, derive: &[Derive]) -> Option<SpelledType> {
        let inner = self.base(specs)?;
        let mut pointers = Vec::new();
        for (at, step) in derive.iter().enumerate() {
            match step {
                Derive::Pointer { .. } => {}
                // Only the outermost array becomes a pointer.
                Derive::Array(_) if at == 0 => {}
                Derive::Array(_) | Derive::Function(_) => return None,
            }
            pointers.push(match derive.get(at + 1) {
                Some(Derive::Pointer { is_const }) => *is_const,
                Some(_) => false,
                None => specs.is_const,
            });
        }
        pointers.extend(inner.pointers);
        Some(SpelledType {
            base: inner.base,
            pointers,
        })
    }

    fn base(self, specs: &Specs) -> Option<SpelledType> {
        let base = match &specs.ty {
            TypeSpec::Void => Base::Void,
            TypeSpec::Bool => Base::Bool,
            TypeSpec::Char => Base::Char,
            TypeSpec::SignedChar => Base::SignedChar,
            TypeSpec::UnsignedChar => Base::UnsignedChar,
            TypeSpec::Short => Base::Short,
            TypeSpec::UnsignedShort => Base::UnsignedShort,
            TypeSpec::Int => INT,
            TypeSpec::UnsignedInt => Base::Integer(1, true),
            TypeSpec::Long => Base::Integer(2, false),
            TypeSpec::UnsignedLong => Base::Integer(2, true),
            TypeSpec::LongLong => Base::Integer(3, false),
            TypeSpec::UnsignedLongLong => Base::Integer(3, true),
            TypeSpec::Float => Base::Float,
            TypeSpec::Double => Base::Double,
            TypeSpec::LongDouble => Base::LongDouble,
            TypeSpec::Named(name) => {
                let (specs, declarator) = self.declaration(&name.text, name.span)?;
                return (specs.storage == Storage::Typedef)
                    .then(|| self.declared(specs, &declarator.derive))?;
            }
            TypeSpec::TypeofExpr(of) => return self.of(of),
            TypeSpec::TypeofType(of) => return self.of_type(of),
            TypeSpec::Record(_) | TypeSpec::Enum(_) | TypeSpec::Unsupported(_) => return None,
        };
        Some(SpelledType {
            base,
            pointers: Vec::new(),
        })
    }

    /// Whether an object is `const`, so that its address is that of a constant.
    fn is_const(self, e: &Expr) -> Option<bool> {
        match &e.kind {
            ExprKind::Ident(name) => {
                let (specs, declarator) = self.declaration(name, e.span)?;
                Some(match declarator.derive.first() {
                    None => specs.is_const,
                    Some(Derive::Pointer { is_const }) => *is_const,
                    Some(_) => return None,
                })
            }
            ExprKind::Deref(of) | ExprKind::Index(of, _) => self.of(of)?.pointers.first().copied(),
            _ => None,
        }
    }

    fn arithmetic(self, e: &Expr) -> Option<Base> {
        self.of(e)?.number()
    }

    fn of_operation(self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<SpelledType> {
        let (first, second) = (self.of(a)?, self.of(b)?);
        let base = match op {
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Gt
            | BinaryOp::Le
            | BinaryOp::Ge => INT,
            BinaryOp::Add | BinaryOp::Sub
                if !first.pointers.is_empty() || !second.pointers.is_empty() =>
            {
                return match (first.pointers.is_empty(), second.pointers.is_empty()) {
                    (false, true) => Some(first),
                    (true, false) => Some(second),
                    _ => Some(SpelledType {
                        base: Base::Integer(
                            if self.model == DataModel::Lp64 { 2 } else { 1 },
                            false,
                        ),
                        pointers: Vec::new(),
                    }),
                };
            }
            BinaryOp::Shl | BinaryOp::Shr => promoted(first.number()?),
            _ => self.common(first.number()?, second.number()?),
        };
        Some(SpelledType {
            base,
            pointers: Vec::new(),
        })
    }

    /// The usual arithmetic conversions.
    fn common(self, a: Base, b: Base) -> Base {
        for floating in [Base::LongDouble, Base::Double, Base::Float] {
            if a == floating || b == floating {
                return floating;
            }
        }
        let (Base::Integer(rank, unsigned), Base::Integer(other, other_unsigned)) =
            (promoted(a), promoted(b))
        else {
            return a;
        };
        if unsigned == other_unsigned {
            return Base::Integer(rank.max(other), unsigned);
        }
        let (unsigned, signed) = if unsigned {
            (rank, other)
        } else {
            (other, rank)
        };
        if unsigned >= signed {
            Base::Integer(unsigned, true)
        } else {
            Base::Integer(signed, self.bits(signed) == self.bits(unsigned))
        }
    }

    /// The innermost declaration of a name at a place.
    fn declaration(self, name: &str, at: Span) -> Option<(&'a Specs, &'a Declarator)> {
        let mut search = Search {
            name,
            at,
            found: None,
        };
        for item in &self.unit.items {
            match item {
                Item::Declaration(declaration) => search.declaration(declaration),
                Item::Function(function) => {
                    search.offer(&function.specs, &function.declarator);
                    if search.is_inside(function.span) {
                        if let Some(Derive::Function(params)) = function.declarator.derive.first() {
                            for param in &params.params {
                                search.offer(&param.specs, &param.declarator);
                            }
                        }
                        search.block(&function.body);
                    }
                }
                Item::End => {}
            }
        }
        search.found
    }
}

impl SpelledType {
    fn number(&self) -> Option<Base> {
        (self.pointers.is_empty() && self.base != Base::Void).then_some(self.base)
    }
}

/// The integer promotions.
fn promoted(base: Base) -> Base {
    match base {
        Base::Integer(..) | Base::Float | Base::Double | Base::LongDouble => base,
        _ => INT,
    }
}

/// A search for the declaration of a name: what is found later is further inside.
struct Search<'n, 'a> {
    name: &'n str,
    at: Span,
    found: Option<(&'a Specs, &'a Declarator)>,
}

impl<'a> Search<'_, 'a> {
    fn is_inside(&self, span: Span) -> bool {
        span.file == self.at.file && span.start <= self.at.start && self.at.end <= span.end
    }

    fn offer(&mut self, specs: &'a Specs, declarator: &'a Declarator) {
        let name = declarator.name.as_ref();
        if name.is_some_and(|name| name.text == self.name) {
            self.found = Some((specs, declarator));
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration) {
        for item in &declaration.declarators {
            self.offer(&declaration.specs, &item.declarator);
        }
    }

    fn block(&mut self, block: &'a Block) {
        for item in &block.items {
            match item {
                BlockItem::Declaration(d) if d.span.start <= self.at.start => self.declaration(d),
                BlockItem::Statement(statement) if self.is_inside(statement.span) => {
                    self.statement(statement);
                }
                _ => {}
            }
        }
    }

    fn statement(&mut self, statement: &'a Stmt) {
        match &statement.kind {
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(_, then, otherwise) => {
                for part in std::iter::once(then).chain(otherwise) {
                    self.inner(part);
                }
            }
            StmtKind::For(parts) => {
                if let ForInit::Declaration(declaration) = &parts.init {
                    self.declaration(declaration);
                }
                self.inner(&parts.body);
            }
            StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _)
            | StmtKind::Switch(_, body)
            | StmtKind::Case(_, _, body)
            | StmtKind::Default(body)
            | StmtKind::Label(_, body) => self.inner(body),
            _ => {}
        }
    }

    fn inner(&mut self, statement: &'a Stmt) {
        if self.is_inside(statement.span) {
            self.statement(statement);
        }
    }
}

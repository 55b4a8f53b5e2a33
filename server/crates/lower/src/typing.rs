//! The type of an expression, without evaluating it: for `sizeof`, `typeof` and the arms of `?:`.

use ir::{Builtin, Reg, STREAMS, Scalar};
use syntax::DataModel;
use syntax::ast::{BinaryOp, BlockItem, Expr, ExprKind, StmtKind, UnaryOp};

use super::Lowerer;
use super::constant::{Constant, enumerator};
use super::layout::FieldInfo;
use super::scope::Entity;
use super::text::Text;
use super::types::{Type, common, int_literal, promote};

impl Lowerer<'_> {
    /// Type of `e` before decay; `int` if the expression is wrong.
    pub(super) fn type_of(&mut self, e: &Expr) -> Type {
        match &e.kind {
            // Literals.
            ExprKind::Int(lit) => Type::Arith(int_literal(*lit, self.records.model)),
            ExprKind::Float {
                suffix: Some('f'), ..
            } => Type::Arith(Scalar::F32),
            ExprKind::Float { .. } => Type::Arith(Scalar::F64),
            ExprKind::Str(_) | ExprKind::WideStr(..) => {
                Text::of(e).map_or(Type::INT, |text| text.ty())
            }

            // Selections by type.
            ExprKind::Generic(..) | ExprKind::ChooseExpr(_) => match self.selected_operand(e) {
                Ok(chosen) => self.type_of(chosen),
                Err(what) => Type::Unmodelled(what.into()),
            },
            ExprKind::TypesCompatible(_) => Type::INT,

            // Names, and what is reached from them.
            ExprKind::Ident(name) => self.type_of_name(name),
            ExprKind::Call(callee, _) => self.type_of_call(callee),
            ExprKind::Index(a, b) => {
                let left = self.type_of(a);
                match left.pointee() {
                    Some(to) => to.clone(),
                    None => self.type_of(b).pointee().cloned().unwrap_or(Type::INT),
                }
            }
            ExprKind::Member(base, name, _) => self.type_of_member(base, &name.text),

            ExprKind::LabelAddress(_) => Type::Void.pointer(),

            // Operators.
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Char(_)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::Unsupported(_) => Type::INT,
            ExprKind::Unary(_, a) => match self.type_of(a) {
                Type::Arith(s) => Type::Arith(promote(s)),
                other => other,
            },
            ExprKind::AddressOf(a) => self.type_of(a).pointer(),
            ExprKind::Deref(a) => match self.type_of(a) {
                f @ Type::Function(_) => f,
                other => other.pointee().cloned().unwrap_or(Type::INT),
            },
            ExprKind::IncDec { target, .. } | ExprKind::Assign(_, target, _) => {
                self.type_of(target)
            }
            ExprKind::Binary(..) => self.type_of_chain(e),
            ExprKind::Conditional(c, a, b) => {
                let left = self.type_of(a.as_ref().unwrap_or(c));
                let right = self.type_of(b);
                conditional_type(&left, &right)
            }

            // Conversions, facts about types, and extensions of GNU C.
            ExprKind::Comma(_, b) => self.type_of(b).decay(),
            ExprKind::Cast(ty, _) | ExprKind::VaArg(_, ty) => self.type_name(ty),
            ExprKind::SizeofExpr(_)
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofType(_)
            | ExprKind::AlignofExpr(_)
            | ExprKind::Offsetof(..) => self.records.size_type(),
            ExprKind::CompoundLiteral(ty, list) => {
                let ty = self.type_name(ty);
                self.complete_array(ty, list)
            }
            ExprKind::StatementExpr(block) => self.type_of_block(&block.items),
        }
    }

    fn type_of_name(&self, name: &str) -> Type {
        match self.scopes.find(name) {
            Some(Entity::Register(_, ty) | Entity::Slot(_, ty) | Entity::Function(_, ty)) => {
                ty.clone()
            }
            Some(Entity::Global(id)) => self.globals.ty(*id).clone(),
            Some(Entity::Constant(value)) => match enumerator(*value) {
                Constant::Int(_, s) | Constant::Float(_, s) => Type::Arith(s),
            },
            None if self.functions.wrapper(name).is_some() => {
                let wrapper = self.functions.wrapper(name);
                wrapper.map_or(Type::INT, |(_, ty)| ty)
            }
            None if STREAMS.iter().any(|(stream, _)| *stream == name) => Type::Void.pointer(),
            Some(Entity::Typedef(_) | Entity::Unmodelled(_)) | None => Type::INT,
        }
    }

    fn type_of_call(&mut self, callee: &Expr) -> Type {
        if let ExprKind::Ident(name) = &callee.kind
            && self.scopes.find(name).is_none()
        {
            if super::overflow::overflow_operator(name, self.records.model).is_some() {
                return Type::Arith(Scalar::Bool);
            }
            if matches!(name.as_str(), "alloca" | "__builtin_alloca") {
                return Type::Void.pointer();
            }
            let name = super::prelude::plain_name(name).unwrap_or(name);
            if let Some(Entity::Function(_, ty)) = self.scopes.find(name) {
                return ty.function().map_or(Type::INT, |f| f.result.clone());
            }
            let model = self.records.model;
            return Builtin::by_name(name).map_or(Type::INT, |b| builtin_result(name, b, model));
        }
        let ty = self.type_of(callee);
        ty.function().map_or(Type::INT, |f| f.result.clone())
    }

    fn type_of_member(&mut self, base: &Expr, name: &str) -> Type {
        let base = self.type_of(base);
        let record = match &base {
            Type::Record(id) => Some(*id),
            other => match other.pointee() {
                Some(Type::Record(id)) => Some(*id),
                _ => None,
            },
        };
        match record.and_then(|id| self.records.field(id, name)) {
            Some(field) => field
                .bits
                .map_or(field.ty, |bits| Type::Arith(bits.value_type())),
            None => Type::INT,
        }
    }

    /// The member that `base.name` designates, or with `arrow` set `base->name`.
    pub(super) fn member_field(
        &mut self,
        base: &Expr,
        name: &str,
        arrow: bool,
    ) -> Option<FieldInfo> {
        let ty = self.type_of(base);
        let record = if arrow { ty.pointee()? } else { &ty };
        match record {
            Type::Record(id) => self.records.field(*id, name),
            _ => None,
        }
    }

    /// A left-nested chain of binary operators, without recursion along it.
    fn type_of_chain(&mut self, e: &Expr) -> Type {
        let mut chain = Vec::new();
        let mut leftmost = e;
        while let ExprKind::Binary(op, a, b) = &leftmost.kind {
            chain.push((*op, b));
            leftmost = a;
        }
        let mut ty = self.type_of(leftmost).decay();
        for (op, b) in chain.into_iter().rev() {
            let right = self.type_of(b).decay();
            ty = match (op, &ty, &right) {
                (BinaryOp::Sub, Type::Pointer(_), Type::Pointer(_)) => {
                    self.records.difference_type()
                }
                _ => binary_type(op, &ty, &right),
            };
        }
        ty
    }

    fn type_of_block(&mut self, items: &[BlockItem]) -> Type {
        self.scopes.push();
        let mut ty = Type::Void;
        for item in items {
            ty = match item {
                BlockItem::Declaration(d) => {
                    self.declare_types_only(d);
                    Type::Void
                }
                BlockItem::Statement(s) => match &s.kind {
                    StmtKind::Expr(e) => self.type_of(e).decay(),
                    _ => Type::Void,
                },
            };
        }
        self.scopes.pop();
        ty
    }

    /// Declares the names of a declaration, for use by [`Lowerer::type_of`] only.
    fn declare_types_only(&mut self, d: &syntax::ast::Declaration) {
        let base = self.base_type(&d.specs);
        for declarator in &d.declarators {
            let ty = self.declarator_type(base.clone(), &declarator.declarator);
            if let Some(name) = &declarator.declarator.name {
                self.scopes
                    .declare(&name.text, Entity::Register(Reg::MAX, ty));
            }
        }
    }
}

/// Whether the operator gives a truth value.
pub(super) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Lt | Le | Gt | Ge | Eq | Ne)
}

/// Result type of a binary operator whose operands have decayed.
fn binary_type(op: BinaryOp, left: &Type, right: &Type) -> Type {
    match op {
        op if is_comparison(op) => Type::INT,
        BinaryOp::Shl | BinaryOp::Shr => {
            left.scalar().map_or(Type::INT, |s| Type::Arith(promote(s)))
        }
        _ => match (left, right) {
            (Type::Pointer(_), _) => left.clone(),
            (_, Type::Pointer(_)) => right.clone(),
            (Type::Arith(a), Type::Arith(b)) => Type::Arith(common(*a, *b)),
            _ => Type::INT,
        },
    }
}

/// Type of `c ? left : right`.
pub(super) fn conditional_type(left: &Type, right: &Type) -> Type {
    match (left.decay(), right.decay()) {
        (Type::Arith(a), Type::Arith(b)) => Type::Arith(common(a, b)),
        (Type::Void, _) | (_, Type::Void) => Type::Void,
        // `(void *)0` is usually the null constant, so the result has the type of the other operand.
        (Type::Pointer(a), b @ Type::Pointer(_)) if *a == Type::Void => b,
        (a @ Type::Pointer(_), _) => a,
        (_, b @ Type::Pointer(_)) => b,
        (a, _) => a,
    }
}

/// C's type for the result of a library function that the program does not declare.
pub(super) fn builtin_result(name: &str, builtin: Builtin, model: DataModel) -> Type {
    match builtin.result_in(name, model) {
        None => Type::Void,
        Some(Scalar::Ptr) => match builtin {
            Builtin::Strcpy
            | Builtin::Strncpy
            | Builtin::Strcat
            | Builtin::Strncat
            | Builtin::Strchr
            | Builtin::Strrchr
            | Builtin::Strstr
            | Builtin::Strdup
            | Builtin::Gets
            | Builtin::Fgets => Type::CHAR.pointer(),
            _ => Type::Void.pointer(),
        },
        Some(s) => Type::Arith(s),
    }
}

/// C's type of a parameter of a library function, as far as it matters for conversions.
pub(super) fn library_parameter(builtin: Builtin, index: usize) -> Option<Type> {
    let scalar = *builtin.params().get(index)?;
    let is_end = matches!(
        builtin,
        Builtin::Strtol | Builtin::Strtoul | Builtin::Strtod | Builtin::Strtof
    );
    Some(match scalar {
        Scalar::Ptr if is_end && index == 1 => Type::CHAR.pointer().pointer(),
        Scalar::Ptr if is_text_parameter(builtin, index) => Type::CHAR.pointer(),
        Scalar::Ptr => Type::Void.pointer(),
        _ => Type::Arith(scalar),
    })
}

/// Whether a parameter of a library function, which is a pointer, points to characters.
fn is_text_parameter(builtin: Builtin, index: usize) -> bool {
    use Builtin::{
        Asprintf, Atof, Atoi, Atol, Atoll, Fgets, Fopen, Fprintf, Fputs, Freopen, Fscanf, Gets,
        Printf, Puts, Remove, Rename, Scanf, Snprintf, Sprintf, Sscanf, Strcat, Strchr, Strcmp,
        Strcpy, Strcspn, Strdup, Strlen, Strncat, Strncmp, Strncpy, Strrchr, Strspn, Strstr,
        Strtod, Strtof, Strtol, StrtolNarrow, Strtoul, StrtoulNarrow, Vasprintf, Vfprintf, Vfscanf,
        Vprintf, Vscanf, Vsnprintf, Vsprintf, Vsscanf,
    };
    match builtin {
        Printf | Vprintf | Scanf | Vscanf | Puts | Fputs | Gets | Fgets | Remove | Atoi | Atol
        | Atoll | Atof | Strtol | Strtoul | StrtolNarrow | StrtoulNarrow | Strtod | Strtof
        | Strlen | Strdup | Strchr | Strrchr => index == 0,
        Fprintf | Vfprintf | Fscanf | Vfscanf | Asprintf | Vasprintf => index == 1,
        Snprintf | Vsnprintf => index == 0 || index == 2,
        Sprintf | Vsprintf | Sscanf | Vsscanf | Fopen | Freopen | Rename | Strcpy | Strncpy
        | Strcat | Strncat | Strcmp | Strncmp | Strstr | Strspn | Strcspn => index < 2,
        _ => false,
    }
}

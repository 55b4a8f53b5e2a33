//! Constant expressions (C11 §6.6): array lengths, case labels, enumerators, bit-field widths, static assertions.
//!
//! An expression is not constant if it overflows, divides by zero, or is not arithmetic.

use ir::Scalar;
use syntax::DataModel;
use syntax::ast::{BinaryOp, Designator, Expr, ExprKind, TypeName, UnaryOp};

use super::Lowerer;
use super::types::{Type, common, int_literal, promote, wrap};

/// An arithmetic constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Constant {
    /// An integer constant, extended as in registers.
    Int(u64, Scalar),
    /// A constant of type `float` or `double`.
    Float(f64, Scalar),
}

impl Constant {
    fn ty(self) -> Scalar {
        match self {
            Constant::Int(_, s) | Constant::Float(_, s) => s,
        }
    }

    pub(super) fn truth(self) -> bool {
        match self {
            Constant::Int(bits, _) => bits != 0,
            Constant::Float(value, _) => value != 0.0,
        }
    }

    /// Exact value of an integer.
    fn exact(bits: u64, ty: Scalar) -> i128 {
        if ty.signed() {
            i128::from(bits as i64)
        } else {
            i128::from(bits)
        }
    }

    /// A constant of type `size_t`.
    fn of_size(bytes: u64, model: DataModel) -> Constant {
        Constant::Int(bytes, Scalar::unsigned_word(model))
    }

    fn int(value: i128, ty: Scalar) -> Option<Constant> {
        let bits = wrap(value as u64, ty);
        let overflow = ty.signed() && Constant::exact(bits, ty) != value;
        (!overflow).then_some(Constant::Int(bits, ty))
    }

    /// Conversion to another arithmetic type.
    fn convert(self, to: Scalar) -> Option<Constant> {
        Some(match (self, to) {
            (c, Scalar::Bool) => Constant::Int(u64::from(c.truth()), to),
            (Constant::Int(bits, from), Scalar::F32) => {
                Constant::Float(f64::from(Constant::exact(bits, from) as f32), to)
            }
            (Constant::Int(bits, from), Scalar::F64) => {
                Constant::Float(Constant::exact(bits, from) as f64, to)
            }
            (Constant::Float(value, _), Scalar::F32) => {
                Constant::Float(f64::from(value as f32), to)
            }
            (Constant::Float(value, _), Scalar::F64) => Constant::Float(value, to),
            (Constant::Float(value, _), _) if value.is_finite() && value.abs() < 1e19 => {
                let whole = value.trunc() as i128;
                let bits = wrap(whole as u64, to);
                if Constant::exact(bits, to) != whole {
                    return None;
                }
                Constant::Int(bits, to)
            }
            (Constant::Float(..), _) => return None,
            (Constant::Int(bits, _), _) => Constant::Int(wrap(bits, to), to),
        })
    }
}

fn int_binary(op: BinaryOp, a: i128, b: i128, ty: Scalar) -> Option<Constant> {
    let truth = |b: bool| Some(Constant::Int(u64::from(b), Scalar::I32));
    let value = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        // The operands have at most 64 bits, so the product fits.
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Lt => return truth(a < b),
        BinaryOp::Le => return truth(a <= b),
        BinaryOp::Gt => return truth(a > b),
        BinaryOp::Ge => return truth(a >= b),
        BinaryOp::Eq => return truth(a == b),
        BinaryOp::Ne => return truth(a != b),
        BinaryOp::Shl | BinaryOp::Shr => return None,
    };
    Constant::int(value, ty)
}

fn shift(op: BinaryOp, a: Constant, b: Constant) -> Option<Constant> {
    let (Constant::Int(bits, ty), Constant::Int(count, _)) = (a, b) else {
        return None;
    };
    let ty = promote(ty);
    if count >= u64::from(ty.bits()) {
        return None;
    }
    let value = Constant::exact(bits, ty);
    let bits = if op == BinaryOp::Shl {
        value << count
    } else {
        value >> count
    };
    Some(Constant::Int(wrap(bits as u64, ty), ty))
}

fn float_binary(op: BinaryOp, a: f64, b: f64, ty: Scalar) -> Option<Constant> {
    let truth = |b: bool| Some(Constant::Int(u64::from(b), Scalar::I32));
    let value = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Lt => return truth(a < b),
        BinaryOp::Le => return truth(a <= b),
        BinaryOp::Gt => return truth(a > b),
        BinaryOp::Ge => return truth(a >= b),
        BinaryOp::Eq => return truth(a == b),
        BinaryOp::Ne => return truth(a != b),
        _ => return None,
    };
    Constant::Float(value, Scalar::F64).convert(ty)
}

fn binary(op: BinaryOp, a: Constant, b: Constant) -> Option<Constant> {
    if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
        return shift(op, a, b);
    }
    let ty = common(a.ty(), b.ty());
    match (a.convert(ty)?, b.convert(ty)?) {
        (Constant::Int(a, _), Constant::Int(b, _)) => {
            int_binary(op, Constant::exact(a, ty), Constant::exact(b, ty), ty)
        }
        (Constant::Float(a, _), Constant::Float(b, _)) => float_binary(op, a, b, ty),
        _ => None,
    }
}

fn unary(op: UnaryOp, a: Constant) -> Option<Constant> {
    match (op, a) {
        (UnaryOp::Not, a) => Some(Constant::Int(u64::from(!a.truth()), Scalar::I32)),
        (UnaryOp::Plus, a) => a.convert(promote(a.ty())),
        (UnaryOp::Neg, Constant::Float(value, ty)) => Some(Constant::Float(-value, ty)),
        (UnaryOp::BitNot, Constant::Float(..)) => None,
        (UnaryOp::Neg, Constant::Int(bits, ty)) => {
            Constant::int(-Constant::exact(bits, ty), promote(ty))
        }
        (UnaryOp::BitNot, Constant::Int(bits, ty)) => {
            let ty = promote(ty);
            Some(Constant::Int(wrap(!bits, ty), ty))
        }
    }
}

impl Lowerer<'_> {
    /// The value of an integer constant expression.
    pub(super) fn constant_int(&mut self, e: &Expr) -> Option<i128> {
        match self.constant(e)? {
            Constant::Int(bits, ty) => Some(Constant::exact(bits, ty)),
            Constant::Float(..) => None,
        }
    }

    /// The value of an arithmetic constant expression.
    pub(super) fn constant(&mut self, e: &Expr) -> Option<Constant> {
        let model = self.records.model;
        match &e.kind {
            // Literals and enumerators.
            ExprKind::Int(lit) => Some(Constant::Int(lit.value, int_literal(*lit, model))),
            ExprKind::Char(value) => Some(Constant::Int(*value as u64, Scalar::I32)),
            ExprKind::Float { value, suffix } => {
                if *suffix == Some('l') {
                    self.note_long_double(e.span);
                }
                let ty = if *suffix == Some('f') {
                    Scalar::F32
                } else {
                    Scalar::F64
                };
                Constant::Float(*value, Scalar::F64).convert(ty)
            }
            ExprKind::Ident(name) => match self.scopes.find(name)? {
                super::scope::Entity::Constant(value) => Some(enumerator(*value)),
                _ => None,
            },

            ExprKind::LabelAddress(name) => {
                Some(Constant::of_size(self.label_address(name)?, model))
            }

            // Operators; only the operand that decides is looked at.
            ExprKind::Unary(op, a) => unary(*op, self.constant(a)?),
            ExprKind::Binary(..) => self.constant_chain(e),
            ExprKind::LogicalAnd(a, b) => {
                let truth = self.constant(a)?.truth() && self.constant(b)?.truth();
                Some(Constant::Int(u64::from(truth), Scalar::I32))
            }
            ExprKind::LogicalOr(a, b) => {
                let truth = self.constant(a)?.truth() || self.constant(b)?.truth();
                Some(Constant::Int(u64::from(truth), Scalar::I32))
            }
            ExprKind::Conditional(c, a, b) => {
                let condition = self.constant(c)?;
                let chosen = match (condition.truth(), a) {
                    (true, Some(a)) => self.constant(a)?,
                    (true, None) => condition,
                    (false, _) => self.constant(b)?,
                };
                let ty = self.type_of(e).scalar()?;
                chosen.convert(ty)
            }

            // Conversions.
            ExprKind::Cast(ty, a) => match self.type_name(ty) {
                Type::Arith(s) => self.constant(a)?.convert(s),
                _ => None,
            },

            // Facts about types.
            ExprKind::SizeofExpr(a) => {
                let ty = self.type_of(a);
                let size = self.records.size(&ty)?;
                Some(Constant::of_size(size, model))
            }
            ExprKind::SizeofType(ty) => {
                let ty = self.type_name(ty);
                let size = self.records.size(&ty).or((ty == Type::Void).then_some(1))?;
                Some(Constant::of_size(size, model))
            }
            ExprKind::AlignofType(ty) => {
                let ty = self.type_name(ty);
                Some(Constant::of_size(self.records.align(&ty), model))
            }
            ExprKind::AlignofExpr(e) => {
                let ty = self.type_of(e);
                let known = self.records.size(&ty).is_some();
                known.then(|| Constant::of_size(self.records.align(&ty), model))
            }
            ExprKind::TypesCompatible(types) => {
                let same = self.compatible(&types.0, &types.1)?;
                Some(Constant::Int(u64::from(same), Scalar::I32))
            }

            // Selections by type.
            ExprKind::Generic(..) | ExprKind::ChooseExpr(_) => {
                let chosen = self.selected_operand(e).ok()?;
                self.constant(chosen)
            }
            ExprKind::Offsetof(ty, path) => {
                let offset = self.offset_of(ty, path)?;
                Some(Constant::of_size(offset, model))
            }
            _ => None,
        }
    }

    /// A left-nested chain of binary operators, without recursion along it.
    fn constant_chain(&mut self, e: &Expr) -> Option<Constant> {
        let mut chain = Vec::new();
        let mut leftmost = e;
        while let ExprKind::Binary(op, a, b) = &leftmost.kind {
            chain.push((*op, b));
            leftmost = a;
        }
        let mut value = self.constant(leftmost)?;
        for (op, b) in chain.into_iter().rev() {
            value = binary(op, value, self.constant(b)?)?;
        }
        Some(value)
    }

    /// `offsetof(type, path)`
    fn offset_of(&mut self, ty: &TypeName, path: &[Designator]) -> Option<u64> {
        let mut ty = self.type_name(ty);
        let mut offset = 0;
        for step in path {
            match (step, ty) {
                (Designator::Field(name), Type::Record(id)) => {
                    let field = self.records.field(id, &name.text)?;
                    offset += field.offset;
                    ty = field.ty;
                }
                (Designator::Index(e), Type::Array(element, _)) => {
                    let index = u64::try_from(self.constant_int(e)?).ok()?;
                    offset += index.checked_mul(self.records.size(&element)?)?;
                    ty = (*element).clone();
                }
                _ => return None,
            }
        }
        Some(offset)
    }
}

/// An enumeration constant: `int`, or a wider type where gcc uses one.
pub(super) fn enumerator(value: i64) -> Constant {
    let ty = if i32::try_from(value).is_ok() {
        Scalar::I32
    } else if u32::try_from(value).is_ok() {
        Scalar::U32
    } else {
        Scalar::I64
    };
    Constant::Int(value as u64, ty)
}

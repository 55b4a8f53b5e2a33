//! Values of constant expressions, as far as numbers of runs are written with them.

use std::collections::BTreeSet;

use syntax::ast::{
    BinaryOp, Block, BlockItem, Declaration, Derive, Expr, ExprKind, Init, InitDeclarator, Item,
    TypeSpec, UnaryOp,
};
use syntax::visit::{Walk, each_inside_statement};

/// The declarations that give names their values.
pub(super) struct Constants<'a> {
    /// All declarations, inner ones first.
    all: Vec<&'a Declaration>,
    /// Number of those among them that belong to a function.
    own: usize,
    /// Names that the function changes, or whose address it takes.
    changed: BTreeSet<String>,
}

/// Most names behind names.
const DEEPEST: u32 = 8;

impl<'a> Constants<'a> {
    /// The declarations at file scope.
    pub(super) fn of(items: &'a [Item]) -> Self {
        let declarations = items.iter().filter_map(|item| match item {
            Item::Declaration(d) => Some(d),
            _ => None,
        });
        Constants {
            all: declarations.collect(),
            own: 0,
            changed: BTreeSet::new(),
        }
    }

    /// Adds the declarations of a function with this body.
    pub(super) fn within(&self, body: Option<&'a Block>) -> Self {
        let items = body.map_or(&[][..], |body| &body.items);
        let own = items.iter().filter_map(|item| match item {
            BlockItem::Declaration(d) => Some(d),
            BlockItem::Statement(_) => None,
        });
        let own: Vec<&Declaration> = own.collect();
        let mut changed = BTreeSet::new();
        for item in items {
            if let BlockItem::Statement(statement) = item {
                each_inside_statement(&mut statement.clone(), &mut |e| {
                    if let ExprKind::Assign(_, target, _)
                    | ExprKind::IncDec { target, .. }
                    | ExprKind::AddressOf(target) = &e.kind
                        && let ExprKind::Ident(name) = &target.kind
                    {
                        changed.insert(name.clone());
                    }
                    Walk::On
                });
            }
        }
        Constants {
            own: own.len(),
            all: own.into_iter().chain(self.all.iter().copied()).collect(),
            changed,
        }
    }

    /// The value of an expression; `None` if it is not known.
    pub(super) fn value(&self, e: &Expr) -> Option<i64> {
        self.value_to(e, DEEPEST)
    }

    fn value_to(&self, e: &Expr, depth: u32) -> Option<i64> {
        let depth = depth.checked_sub(1)?;
        let value = |e: &Expr| self.value_to(e, depth);
        match &e.kind {
            ExprKind::Int(literal) => i64::try_from(literal.value).ok(),
            ExprKind::Char(value) => Some(i64::from(*value)),
            ExprKind::Cast(_, e) | ExprKind::Unary(UnaryOp::Plus, e) => value(e),
            ExprKind::Unary(UnaryOp::Neg, e) => value(e)?.checked_neg(),
            ExprKind::Ident(name) => self.named(name, depth),
            ExprKind::Binary(BinaryOp::Div, all, one) => self
                .length(all, one, depth)
                .or_else(|| value(all)?.checked_div(value(one)?)),
            ExprKind::Binary(operator, a, b) => {
                let (a, b) = (value(a)?, value(b)?);
                match operator {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    BinaryOp::Rem => a.checked_rem(b),
                    BinaryOp::Shl => a.checked_shl(u32::try_from(b).ok()?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The value of an enumerator, of a constant, or of a variable that its function does not change.
    fn named(&self, wanted: &str, depth: u32) -> Option<i64> {
        for declaration in &self.all {
            if let TypeSpec::Enum(found) = &declaration.specs.ty {
                let mut next = Some(0);
                for (name, value) in found.enumerators.iter().flatten() {
                    if let Some(e) = value {
                        next = self.value_to(e, depth);
                    }
                    if name.text == wanted {
                        return next;
                    }
                    next = next.and_then(|n| n.checked_add(1));
                }
            }
        }
        let (at, declaration, found) = self.object(wanted)?;
        let keeps_value =
            declaration.specs.is_const || at < self.own && !self.changed.contains(wanted);
        match &found.init {
            Some(Init::Expr(e)) if keeps_value && found.declarator.derive.is_empty() => {
                self.value_to(e, depth)
            }
            _ => None,
        }
    }

    /// The declaration of an object, with its position.
    fn object(&self, wanted: &str) -> Option<(usize, &'a Declaration, &'a InitDeclarator)> {
        self.all.iter().enumerate().find_map(|(at, declaration)| {
            let mut all = declaration.declarators.iter();
            let found = all.find(|d| {
                let name = d.declarator.name.as_ref();
                name.is_some_and(|name| name.text == wanted)
            });
            found.map(|found| (at, *declaration, found))
        })
    }

    /// The number of elements that `sizeof array / sizeof array[0]` computes.
    fn length(&self, all: &Expr, one: &Expr, depth: u32) -> Option<i64> {
        let (ExprKind::SizeofExpr(all), true) =
            (&uncast(all).kind, is_size_of_element(uncast(one)))
        else {
            return None;
        };
        let ExprKind::Ident(name) = &all.kind else {
            return None;
        };
        let (_, _, found) = self.object(name)?;
        let Some(Derive::Array(size)) = found.declarator.derive.first() else {
            return None;
        };
        match (size, &found.init) {
            (Some(size), _) => self.value_to(size, depth),
            (None, Some(Init::List(list)))
                if list.entries.iter().all(|e| e.designators.is_empty()) =>
            {
                i64::try_from(list.entries.len()).ok()
            }
            _ => None,
        }
    }
}

/// Whether an expression is the size of an element.
fn is_size_of_element(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::SizeofExpr(e) => matches!(e.kind, ExprKind::Index(..) | ExprKind::Deref(_)),
        _ => false,
    }
}

fn uncast(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Cast(_, inner) => uncast(inner),
        _ => e,
    }
}

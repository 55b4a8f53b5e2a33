//! Reads the rules.

use std::sync::LazyLock;

use syntax::ast::{BlockItem, Derive, Expr, ExprKind, Function, Item, Stmt, StmtKind, TypeSpec};
use syntax::visit::{Walk, each_inside};
use syntax::{NoIncludes, Options, Parse, parse};

use crate::generator::Generator;
use crate::kind::EditKind;
use crate::sites::{Context, Role, Truth};

/// A rule.
pub(super) struct Rule {
    pub(super) generator: Generator,
    pub(super) kind: EditKind,
    pub(super) parameters: Vec<Parameter>,
    pub(super) forms: Vec<Form>,
}

/// A parameter of a rule: its name, and that of its type.
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) ty: String,
    /// Whether it is the whole expression: no pattern has it.
    pub(super) is_whole: bool,
}

/// A pattern, and what may stand there instead.
pub(super) struct Form {
    pub(super) place: Place,
    pub(super) pattern: Expr,
    pub(super) meant: Vec<Expr>,
}

/// Where a pattern matches.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    Anywhere,
    /// Only the truth value matters.
    Truth,
    /// The value is used.
    Value,
    /// It is used as more than a truth value.
    Number,
    /// The expression is a statement.
    Statement,
}

/// The rules, with the text that they were read from.
pub(super) struct Rules {
    pub(super) parse: Parse,
    pub(super) all: Vec<Rule>,
}

pub(super) static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let parse = parse(
        "rules.c",
        include_str!("rules.c"),
        &NoIncludes,
        &Options::default(),
    );
    let items = parse.unit.items.iter();
    let all = items.filter_map(|item| match item {
        Item::Function(function) => Rule::read(function),
        _ => None,
    });
    Rules {
        all: all.collect(),
        parse,
    }
});

impl Rule {
    fn read(function: &Function) -> Option<Rule> {
        let type_name = |ty: &TypeSpec| match ty {
            TypeSpec::Named(name) => Some(name.text.clone()),
            _ => None,
        };
        let kind = type_name(&function.specs.ty)?;
        let name = &function.declarator.name.as_ref()?.text;
        let Some(Derive::Function(params)) = function.declarator.derive.first() else {
            return None;
        };
        let forms = function.body.items.iter().filter_map(|item| match item {
            BlockItem::Statement(stmt) => Form::read(stmt),
            BlockItem::Declaration(_) => None,
        });
        let forms: Vec<Form> = forms.collect();
        let parameters = params.params.iter().filter_map(|p| {
            let name = p.declarator.name.as_ref()?.text.clone();
            let ty = type_name(&p.specs.ty)?;
            Some(Parameter {
                is_whole: !stands_for_values(&ty)
                    && forms.iter().all(|form| !mentions(&form.pattern, &name)),
                name,
                ty,
            })
        });
        Some(Rule {
            generator: name.replace('_', " ").leak(),
            kind: EditKind::ALL
                .into_iter()
                .find(|of| format!("{of:?}") == kind)?,
            parameters: parameters.collect(),
            forms,
        })
    }
}

impl Form {
    fn read(stmt: &Stmt) -> Option<Form> {
        let (place, e) = match &stmt.kind {
            StmtKind::Expr(e) => (Place::Anywhere, e),
            StmtKind::If(e, ..) => (Place::Truth, e),
            StmtKind::Return(Some(e)) => (Place::Value, e),
            StmtKind::Switch(e, _) => (Place::Number, e),
            StmtKind::Block(block) => match &block.items[..] {
                [BlockItem::Statement(stmt)] => {
                    let form = Form::read(stmt)?;
                    let place = Place::Statement;
                    return Some(Form { place, ..form });
                }
                _ => return None,
            },
            _ => return None,
        };
        let mut all = Vec::new();
        operands_of_commas(e, &mut all);
        let (pattern, meant) = all.split_first()?;
        Some(Form {
            place,
            pattern: pattern.clone(),
            meant: meant.to_vec(),
        })
    }
}

fn operands_of_commas(e: &Expr, found: &mut Vec<Expr>) {
    match &e.kind {
        ExprKind::Comma(a, b) => {
            operands_of_commas(a, found);
            operands_of_commas(b, found);
        }
        _ => found.push(e.clone()),
    }
}

impl Place {
    pub(super) fn fits(self, context: Context) -> bool {
        match self {
            Place::Anywhere => true,
            Place::Truth => context.truth != Truth::Value,
            Place::Value => context.role == Role::Value,
            Place::Number => context.role == Role::Value && context.truth == Truth::Value,
            Place::Statement => context.role == Role::Statement,
        }
    }
}

/// Whether an expression of a rule has a name in it.
pub(super) fn mentions(e: &Expr, wanted: &str) -> bool {
    let found = each_inside(&mut e.clone(), &mut |e| match &e.kind {
        ExprKind::Ident(name) if name == wanted => Walk::Stop,
        ExprKind::Member(_, name, _) if name.text == wanted => Walk::Stop,
        ExprKind::SizeofExpr(of) if mentions(of, wanted) => Walk::Stop,
        _ => Walk::On,
    });
    found == Walk::Stop
}

/// Whether parameters of a type stand for values that the expression lacks.
pub(super) fn stands_for_values(ty: &str) -> bool {
    matches!(ty, "local" | "named" | "member" | "hole" | "factor")
}

//! Strategies for programs.

use proptest::prelude::*;

use super::{Expr, Op, Program, Shape, Stmt, TYPES};

/// Language features that a generator may use.
#[derive(Debug, Clone, Copy)]
struct Profile {
    /// Operators of expressions.
    ops: &'static [Op],
    /// Largest literal.
    numbers: i64,
    /// Number of variables.
    vars: usize,
    /// Depth of expressions.
    depth: u32,
    /// Whether to use the array, casts, `switch` and compound assignment.
    all: bool,
    /// Whether to call the helper.
    calls: bool,
    /// Weight of assertions; other statements have 1 to 4.
    asserts: u32,
    /// Whether to print.
    prints: bool,
    /// Number of output formats to use, of those in the text writer.
    formats: usize,
}

const FEW: [Op; 6] = [Op::Add, Op::Sub, Op::Lt, Op::Eq, Op::Ge, Op::Both];
const ALL: [Op; 18] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Div,
    Op::Rem,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Shl,
    Op::Shr,
    Op::Lt,
    Op::Le,
    Op::Gt,
    Op::Ge,
    Op::Eq,
    Op::Ne,
    Op::Both,
    Op::Either,
];
/// Operators of compound assignment that have no undefined cases on converted operands.
const UPDATES: [Op; 5] = [Op::Add, Op::Sub, Op::And, Op::Or, Op::Xor];

const TINY: Profile = Profile {
    ops: &FEW,
    numbers: 3,
    vars: 3,
    depth: 1,
    all: false,
    calls: false,
    asserts: 0,
    prints: false,
    formats: 5,
};
const RICH: Profile = Profile {
    ops: &ALL,
    numbers: 300,
    vars: 6,
    depth: 3,
    all: true,
    calls: true,
    asserts: 0,
    prints: true,
    formats: 8,
};

/// Programs of one function with a few components, to be tested by calls `f(a, b)` with small arguments.
pub fn tiny() -> impl Strategy<Value = Program> {
    small(TINY)
}

/// Programs like those of [`tiny`], with assertions.
pub fn tiny_asserting() -> impl Strategy<Value = Program> {
    small(Profile { asserts: 3, ..TINY })
}

fn small(profile: Profile) -> impl Strategy<Value = Program> {
    let parts = (
        prop::collection::vec(stmt(profile, 2), 1..4),
        expr(profile),
        -1i64..=1,
    );
    parts.prop_map(|(body, result, first)| Program {
        shape: Shape::Function,
        types: vec![0; 3],
        initial: vec![0, 0, first],
        helper: (Vec::new(), Expr::Number(0)),
        body,
        result,
    })
}

/// Programs with a `main` of a few components that scans two numbers and prints.
pub fn tiny_main() -> impl Strategy<Value = Program> {
    let profile = Profile {
        prints: true,
        ..TINY
    };
    let parts = (
        prop::collection::vec(stmt(profile, 1), 1..3),
        expr(profile),
        0usize..2,
    );
    parts.prop_map(|(mut body, result, format)| {
        body.push(Stmt::Print(format * 3, result));
        Program {
            shape: Shape::Main,
            types: vec![0; 2],
            initial: vec![0; 2],
            helper: (Vec::new(), Expr::Number(0)),
            body: body.into_iter().map(two_variables).collect(),
            result: Expr::Number(0),
        }
    })
}

/// Replaces all variables by the two inputs.
fn two_variables(mut stmt: Stmt) -> Stmt {
    super::mutate::each_variable(&mut stmt, &mut |v| *v %= 2);
    stmt
}

/// Programs with a bit of everything, which take one argument and one number of input.
pub fn rich() -> impl Strategy<Value = Program> {
    let helper = Profile {
        calls: false,
        prints: false,
        ..RICH
    };
    let parts = (
        prop::collection::vec(0..TYPES.len(), RICH.vars),
        prop::collection::vec(0i64..200, RICH.vars),
        (prop::collection::vec(stmt(helper, 1), 0..3), expr(helper)),
        prop::collection::vec(stmt(RICH, 3), 2..7),
        expr(RICH),
    );
    parts.prop_map(|(types, initial, helper, body, result)| Program {
        shape: Shape::Rich,
        types,
        initial,
        helper,
        body,
        result: Expr::Cast(0, Box::new(result)),
    })
}

fn expr(p: Profile) -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![
        2 => (-p.numbers..=p.numbers).prop_map(Expr::Number),
        3 => (0..p.vars).prop_map(Expr::Var),
    ];
    leaf.prop_recursive(p.depth, 12, 3, move |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let op = prop::sample::select(p.ops);
        let binary = (op, boxed.clone(), boxed.clone());
        let binary = binary.prop_map(|(op, a, b)| Expr::Binary(op, a, b));
        if !p.all {
            return binary.boxed();
        }
        let sign = prop::sample::select(&['!', '-', '~'][..]);

        // Expressions that only some profiles have are as frequent as they are in programs: operators come first.
        let mut ways = vec![
            (6, binary.boxed()),
            (1, boxed.clone().prop_map(Expr::Element).boxed()),
            (
                1,
                (sign, boxed.clone())
                    .prop_map(|(sign, e)| Expr::Unary(sign, e))
                    .boxed(),
            ),
            (
                1,
                (0..TYPES.len(), boxed)
                    .prop_map(|(ty, e)| Expr::Cast(ty, e))
                    .boxed(),
            ),
            (
                1,
                [inner.clone(), inner.clone(), inner.clone()]
                    .prop_map(|parts| Expr::Choose(Box::new(parts)))
                    .boxed(),
            ),
        ];
        if p.calls {
            let call = [inner.clone(), inner].prop_map(|parts| Expr::Call(Box::new(parts)));
            ways.push((1, call.boxed()));
        }
        prop::strategy::Union::new_weighted(ways).boxed()
    })
    .boxed()
}

fn stmt(p: Profile, depth: u32) -> BoxedStrategy<Stmt> {
    let var = 0..p.vars;
    let mut leaves = vec![
        (
            4,
            (var.clone(), expr(p))
                .prop_map(|(v, e)| Stmt::Assign(v, e))
                .boxed(),
        ),
        (
            1,
            (var.clone(), any::<bool>())
                .prop_map(|(v, up)| Stmt::Step(v, up))
                .boxed(),
        ),
    ];

    // Kinds of statements that only some profiles have.
    if p.asserts > 0 {
        // An assertion that often holds: the program without the fault must pass.
        let assert = expr(p).prop_map(|e| {
            let least = Box::new(Expr::Number(-1));
            Stmt::Assert(Expr::Binary(Op::Ge, Box::new(e), least))
        });
        leaves.push((p.asserts, assert.boxed()));
    }
    if p.prints {
        let print = (0usize..p.formats, expr(p)).prop_map(|(pick, e)| Stmt::Print(pick, e));

        // Statements that contain others.
        leaves.push((2, print.boxed()));
    }
    if p.all {
        let update = (var, prop::sample::select(&UPDATES[..]), expr(p));
        let update = update.prop_map(|(v, op, e)| Stmt::Update(v, op, e));
        let set = (expr(p), expr(p)).prop_map(|(i, e)| Stmt::SetElement(i, e));
        leaves.extend([(1, update.boxed()), (1, set.boxed())]);
    }
    let leaves = prop::strategy::Union::new_weighted(leaves);
    leaves
        .prop_recursive(depth, 8, 2, move |inner| {
            let block = |most| prop::collection::vec(inner.clone(), 1..most);
            let choice = (expr(p), block(3), prop::option::of(block(2)));
            let choice = choice.prop_map(|(c, a, b)| Stmt::If(c, a, b.unwrap_or_default()));
            let repeat = (1u32..4, prop::option::of(expr(p)), block(3));
            let repeat = repeat.prop_map(|(n, c, body)| Stmt::Repeat(n, c, body));
            if !p.all {
                return prop_oneof![3 => choice, 1 => repeat].boxed();
            }
            let case = (block(2), any::<bool>());
            let cases = (expr(p), prop::collection::vec(case, 1..5));
            let switch = cases.prop_map(|(e, cases)| {
                let numbered = (0..).zip(cases);
                Stmt::Switch(e, numbered.map(|(i, (body, b))| (i, body, b)).collect())
            });
            prop_oneof![3 => choice, 2 => repeat, 1 => switch].boxed()
        })
        .boxed()
}

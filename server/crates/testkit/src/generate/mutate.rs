//! Faults: small changes of a program at one place, of kinds that programmers make.

use super::{Expr, Op, Program, Stmt};

impl Program {
    /// The program with one change at the `at`-th place (modulo the number of places); `how` selects one of the changes
    /// that are possible there.
    pub fn mutated(&self, at: usize, how: usize) -> Program {
        let mut counter = Mutator {
            left: usize::MAX,
            how,
        };
        counter.program(&mut self.clone());
        let places = usize::MAX - counter.left;
        let mut changed = self.clone();
        let mut mutator = Mutator {
            left: at % places.max(1),
            how,
        };
        mutator.program(&mut changed);
        changed
    }
}

/// Walks to a place and changes it.
struct Mutator {
    /// Number of places before the target.
    left: usize,
    how: usize,
}

impl Mutator {
    /// Whether this is the target.
    fn here(&mut self) -> bool {
        let here = self.left == 0;
        // Behind the target the counter never reaches zero again.
        self.left = self.left.wrapping_sub(1);
        here
    }

    fn program(&mut self, p: &mut Program) {
        self.block(&mut p.body);
        self.expr(&mut p.result);
    }

    fn block(&mut self, stmts: &mut Vec<Stmt>) {
        for i in 0..stmts.len() {
            if self.here() {
                stmts.remove(i);
                return;
            }
            self.stmt(&mut stmts[i]);
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        // Every part that can be mutated asks whether it is the target, in the order of the text.
        match stmt {
            Stmt::Assign(v, e) | Stmt::Update(v, _, e) => {
                if self.here() {
                    *v = (*v + 1) % 2;
                }
                self.expr(e);
            }
            Stmt::Step(_, up) => {
                if self.here() {
                    *up = !*up;
                }
            }
            Stmt::SetElement(i, e) => {
                self.expr(i);
                self.expr(e);
            }
            Stmt::If(c, yes, no) => {
                if self.here() {
                    *c = Expr::Unary('!', Box::new(c.clone()));
                }
                self.expr(c);
                self.block(yes);
                self.block(no);
            }
            Stmt::Repeat(times, also, body) => {
                if self.here() {
                    *times = if self.how.is_multiple_of(2) {
                        *times + 1
                    } else {
                        *times - 1
                    };
                }
                if let Some(c) = also {
                    self.expr(c);
                }
                self.block(body);
            }
            Stmt::Switch(e, cases) => {
                self.expr(e);
                for (_, body, breaks) in cases {
                    if self.here() {
                        *breaks = !*breaks;
                    }
                    self.block(body);
                }
            }
            Stmt::Print(_, e) => self.expr(e),
            // What is right stays as it is.
            Stmt::Assert(_) => {}
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        if self.here() {
            self.change(e);
            return;
        }
        match e {
            Expr::Number(_) | Expr::Var(_) => {}
            Expr::Element(a) | Expr::Unary(_, a) | Expr::Cast(_, a) => self.expr(a),
            Expr::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Expr::Choose(parts) => parts.iter_mut().for_each(|p| self.expr(p)),
            Expr::Call(parts) => parts.iter_mut().for_each(|p| self.expr(p)),
        }
    }

    fn change(&self, e: &mut Expr) {
        match e {
            Expr::Number(n) => *n += [1, -1, 2][self.how % 3],
            Expr::Var(v) => *v = (*v + 1) % 2,
            Expr::Binary(op, ..) => *op = neighbour(*op, self.how),
            other => *other = Expr::Unary('!', Box::new(other.clone())),
        }
    }
}

/// An operator that is easily written by mistake.
fn neighbour(op: Op, how: usize) -> Op {
    let pick = |others: [Op; 2]| others[how % 2];
    match op {
        Op::Add => pick([Op::Sub, Op::Mul]),
        Op::Sub => pick([Op::Add, Op::And]),
        Op::Mul => pick([Op::Add, Op::Div]),
        Op::Div => pick([Op::Rem, Op::Mul]),
        Op::Rem => pick([Op::Div, Op::And]),
        Op::And | Op::Either => pick([Op::Both, Op::Or]),
        Op::Or => pick([Op::Either, Op::Xor]),
        Op::Xor => pick([Op::And, Op::Or]),
        Op::Shl => pick([Op::Shr, Op::Mul]),
        Op::Shr => pick([Op::Shl, Op::Div]),
        Op::Lt => pick([Op::Le, Op::Gt]),
        Op::Le => pick([Op::Lt, Op::Ge]),
        Op::Gt => pick([Op::Ge, Op::Lt]),
        Op::Ge => pick([Op::Gt, Op::Le]),
        Op::Eq => pick([Op::Ne, Op::Le]),
        Op::Ne => pick([Op::Eq, Op::Lt]),
        Op::Both => pick([Op::Either, Op::And]),
    }
}

/// Calls `change` with each variable of a statement.
pub(super) fn each_variable(stmt: &mut Stmt, change: &mut dyn FnMut(&mut usize)) {
    match stmt {
        Stmt::Assign(v, e) | Stmt::Update(v, _, e) => {
            change(v);
            in_expr(e, change);
        }
        Stmt::Step(v, _) => change(v),
        Stmt::SetElement(i, e) => {
            in_expr(i, change);
            in_expr(e, change);
        }
        Stmt::If(c, yes, no) => {
            in_expr(c, change);
            yes.iter_mut()
                .chain(no)
                .for_each(|s| each_variable(s, change));
        }
        Stmt::Repeat(_, also, body) => {
            if let Some(c) = also {
                in_expr(c, change);
            }
            for s in body {
                each_variable(s, change);
            }
        }
        Stmt::Switch(e, cases) => {
            in_expr(e, change);
            let bodies = cases.iter_mut().flat_map(|(_, body, _)| body);
            bodies.for_each(|s| each_variable(s, change));
        }
        Stmt::Print(_, e) | Stmt::Assert(e) => in_expr(e, change),
    }
}

fn in_expr(e: &mut Expr, change: &mut dyn FnMut(&mut usize)) {
    match e {
        Expr::Number(_) => {}
        Expr::Var(v) => change(v),
        Expr::Element(a) | Expr::Unary(_, a) | Expr::Cast(_, a) => in_expr(a, change),
        Expr::Binary(_, a, b) => {
            in_expr(a, change);
            in_expr(b, change);
        }
        Expr::Choose(parts) => parts.iter_mut().for_each(|p| in_expr(p, change)),
        Expr::Call(parts) => parts.iter_mut().for_each(|p| in_expr(p, change)),
    }
}

//! Candidates for missing statements at a place: statements of the function itself, and statements built from the names
//! declared there.

use lower::Gap;
use rustc_hash::FxHashSet;
use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind, StmtKind, TypeSpec, UnaryOp};

use super::adapted::adapt;
use super::belonging::belonging;
use super::facts::{FunctionParts, Text};
use super::gaps::{InsertionGap, Slot};
use super::list::{Class, StatementList, StatementText};
use super::object::Object;
use super::surroundings::Surroundings;
use super::trees::{ident, named, node, number};
use super::unused::OfFile;
use crate::generate::print::CAST;
use crate::generate::scope::Scope;
use crate::generate::written::Written;
use crate::limits::{
    COPIED_CALL, IN_EMPTY_BRANCH, MAX_ARGUMENTS_PER_PARAMETER, MAX_CALLS, MAX_OBJECTS,
    MAX_PRINTED_OBJECTS, MAX_STATEMENT_DIVISORS, WITHOUT_BRACES,
};

impl FunctionParts {
    /// The statements that may be missing at a place, without duplicates.
    pub(crate) fn missing_at(
        &self,
        place: &InsertionGap,
        around: &Surroundings<'_>,
    ) -> Vec<StatementText> {
        let (scope, of_file) = (around.scope, around.of_file);
        let mut made = StatementList {
            span: place.point.span,
            all: Vec::new(),
            known: FxHashSet::default(),
        };
        let objects = self.objects_at(scope, of_file);
        if place.point.gap != Gap::Else {
            self.jumps(&mut made);
            // What follows a branch without braces is seldom skipped.
            if self.gives_value && place.slot != Slot::End {
                self.returns(scope, &objects, of_file, &mut made);
            }
        }
        let of_others = of_file.statements.iter().chain(&of_file.guards);
        let of_others = of_others.filter(|(_, kind)| is_in_scope(kind, scope));
        for (text, kind) in self
            .mirrored
            .iter()
            .chain(&self.statements)
            .chain(of_others)
        {
            if names_known(kind, scope) {
                let prior = if calls(kind) { COPIED_CALL } else { 1.0 };
                made.push_rated(Class::Unused, text.clone(), kind.clone(), prior);
            }
        }
        let inverse = of_file.inverse.iter();
        for (text, kind) in inverse.filter(|(_, kind)| is_in_scope(kind, scope)) {
            made.push(Class::Natural, text.clone(), kind.clone());
        }
        for target in objects.iter().filter(|o| o.is_assignable) {
            self.assign_to(target, (&objects, scope), of_file, &mut made);
            if target.ty.is_number() {
                for (name, kind) in around.habits.named_met(&target.text) {
                    let value = node(kind.clone(), made.span);
                    made.assign(Class::Adapted, target, name, value);
                }
            }
        }
        for array in objects.iter().filter(|o| o.ty.is_array_of_numbers()) {
            made.clear(array);
            for counter in scope.local_integers().take(2) {
                for value in objects
                    .iter()
                    .filter(|o| o.ty.is_number() && o.text != counter)
                {
                    made.append(array, counter, value);
                }
            }
        }
        for text in objects.iter().filter(|o| is_text(o, scope)) {
            for at in scope.local_integers() {
                made.terminate(text, at);
            }
        }
        self.calls(scope, &objects, of_file, &mut made);
        if self.prints {
            for text in ["\\n", " "] {
                made.print(text);
            }
            for object in objects.iter().take(MAX_PRINTED_OBJECTS) {
                made.print_value(object);
            }
        }
        adapt(self, around, &mut made);
        let of_place = match place.slot {
            _ if place.is_empty_branch() => IN_EMPTY_BRANCH,
            Slot::Start | Slot::End => WITHOUT_BRACES,
            _ => 1.0,
        };
        made.all.retain(|written| may_assign(&written.kind, scope));
        for written in &mut made.all {
            written.prior *=
                of_place * belonging(&written.kind, &place.beside, &of_file.companions);
        }
        made.all
    }

    /// Objects that can be named at a place: those of the function, variables, and members of accessible records.
    fn objects_at(&self, scope: &Scope, of_file: &OfFile) -> Vec<Object> {
        let mut found: Vec<Object> = Vec::new();
        let mut add = |text: String, expr: Expr| {
            let Some(ty) = scope.type_of(&expr).filter(|_| scope.names_all(&expr)) else {
                return;
            };
            if found.iter().all(|known| known.text != text) {
                let last = text.rsplit(['>', '.']).next().unwrap_or(&text).to_owned();
                found.push(Object {
                    is_assignable: ty.is_assignable(),
                    text,
                    expr,
                    ty,
                    last,
                });
            }
        };
        for (text, expr) in &self.objects {
            add(text.clone(), expr.clone());
        }
        for (text, expr) in &self.objects {
            // The members of a named record, and other elements of an array.
            for member in scope.members_in(expr) {
                let whole = ExprKind::Member(Box::new(expr.clone()), named(member), false);
                let of = Written::new(expr.kind.clone(), expr.span, text.clone());
                let text = format!("{}.{member}", of.operand(CAST + 1));
                add(text, node(whole, Span::default()));
            }
            if let ExprKind::Index(array, _) = &expr.kind
                && let Some((of, _)) = text.rsplit_once('[')
            {
                for index in scope.local_integers() {
                    let at = Box::new(ident(index, Span::default()));
                    let whole = ExprKind::Index(array.clone(), at);
                    add(format!("{of}[{index}]"), node(whole, Span::default()));
                }
            }
        }
        let unset = scope
            .global_names()
            .filter(|name| of_file.unset.contains(*name));
        for name in scope.local_names().chain(unset) {
            add(name.to_owned(), ident(name, Span::default()));
        }
        let bases: Vec<String> = scope.local_names().map(str::to_owned).collect();
        for base in bases {
            for (member, through) in scope.members_of(&base) {
                let sign = if through { "->" } else { "." };
                let record = Box::new(ident(&base, Span::default()));
                let whole = ExprKind::Member(record, named(member), through);
                add(
                    format!("{base}{sign}{member}"),
                    node(whole, Span::default()),
                );
            }
        }
        found.truncate(3 * MAX_OBJECTS);
        found
    }

    /// Adds jumps without values.
    fn jumps(&self, made: &mut StatementList) {
        made.push(Class::Unused, "break;".to_owned(), StmtKind::Break);
        made.push(Class::Unused, "continue;".to_owned(), StmtKind::Continue);
        for label in &self.labels {
            let kind = StmtKind::Goto(named(label));
            made.push(Class::Unused, format!("goto {label};"), kind);
        }
        if !self.gives_value {
            made.push(Class::Unused, "return;".to_owned(), StmtKind::Return(None));
        }
    }

    /// Adds the values that the function may return.
    fn returns(
        &self,
        scope: &Scope,
        objects: &[Object],
        of_file: &OfFile,
        made: &mut StatementList,
    ) {
        let mut give = |class, text: &str, e: Expr| {
            made.push(class, format!("return {text};"), StmtKind::Return(Some(e)));
        };
        for (text, e) in self.returned.iter().filter(|(_, e)| scope.names_all(e)) {
            give(Class::Unused, text, e.clone());
        }
        // A function that returns a named number returns others, too.
        let named = &of_file.returned;
        let mut own = self.returned.iter();
        if own.any(|(text, _)| named.iter().any(|(name, _)| name == text)) {
            for (name, e) in named {
                give(Class::Unused, name, e.clone());
            }
        }
        for value in 0..2 {
            give(Class::Natural, &value.to_string(), number(value));
        }
        let result = scope.result_of(&self.name);
        let fitting = objects.iter().filter(|o| Some(&o.ty) == result.as_ref());
        for object in fitting {
            give(Class::Natural, &object.text, object.expr.clone());
        }
    }

    /// Assignments to an object.
    fn assign_to(
        &self,
        target: &Object,
        (objects, scope): (&[Object], &Scope),
        of_file: &OfFile,
        made: &mut StatementList,
    ) {
        // Other objects of the type, those used like the target first. What begins with a number and never changes was
        // meant to: a sum, or a flag.
        let never_changes = of_file.unset.contains(&target.text)
            || scope.initial(&target.text).is_some() && !self.written.contains(&target.text);
        for other in objects.iter().filter(|o| o.text != target.text) {
            if other.ty == target.ty || other.ty.is_number() && target.ty.is_number() {
                let is_likely =
                    other.last == target.last || self.is_unread(other, scope) || never_changes;
                let class = if is_likely {
                    Class::Unused
                } else {
                    Class::Value
                };
                made.assign(class, target, &other.text, other.expr.clone());
            }
            if never_changes && target.ty.is_number() && other.ty.is_number() {
                let (to, value) = (target.expr.clone(), other.expr.clone());
                let sum = ExprKind::Assign(Some(BinaryOp::Add), Box::new(to), Box::new(value));
                let text = format!("{} += {};", target.text, other.text);
                made.expr(Class::Unused, text, sum);
            }
        }
        if target.ty.is_pointer() {
            return made.assign(Class::Natural, target, "0", number(0));
        }
        if !target.ty.is_number() {
            return;
        }

        // Numbers that the program defines but does not use.
        for name in &of_file.unread {
            let unread = ident(name, made.span);
            if scope.type_of(&unread).is_some_and(|ty| ty.is_number()) {
                made.assign(Class::Unused, target, name, unread);
            }
        }
        for (name, value) in &of_file.unnamed {
            made.assign(Class::Unused, target, name, value.clone());
        }

        // Usual values, and those of the statements around.
        for value in 0..2 {
            made.assign(Class::Natural, target, &value.to_string(), number(value));
        }
        self.derive(target, scope, made);
        self.clear_bits(target, scope, made);
        for (text, value) in &self.numbers {
            made.assign(Class::Value, target, text, value.clone());
        }

        // The other sign.
        if let ExprKind::Ident(name) = &target.expr.kind {
            let negated = ExprKind::Unary(UnaryOp::Neg, Box::new(target.expr.clone()));
            let negated = node(negated, made.span);
            // What begins as 1 or -1 is a sign, as a rule.
            let class = match scope.initial(name) {
                Some(1 | -1) => Class::Unused,
                _ => Class::Natural,
            };
            made.assign(class, target, &format!("-{name}"), negated);
        }

        // Steps of a counter.
        for (sign, increment) in [("++", true), ("--", false)] {
            let step = ExprKind::IncDec {
                target: Box::new(target.expr.clone()),
                increment,
                prefix: false,
            };
            made.expr(Class::Natural, format!("{}{sign};", target.text), step);
        }
    }

    /// Clears the bits into which a statement puts others: `reg &= ~mask;` where `reg |= value & mask;` stands.
    fn clear_bits(&self, target: &Object, scope: &Scope, made: &mut StatementList) {
        let sets = |(text, _): &(String, StmtKind)| {
            let rest = text.strip_prefix(&*target.text);
            rest.is_some_and(|rest| rest.trim_start().starts_with("|="))
        };
        if !self.statements.iter().any(sets) {
            return;
        }
        let others = scope.local_integers().filter(|other| *other != target.text);
        let others = others.take(MAX_STATEMENT_DIVISORS);
        let names = others.map(|other| (other.to_owned(), ident(other, made.span)));
        let masks: Vec<Text> = names.chain(self.numbers.iter().cloned()).collect();
        for (text, mask) in masks {
            let kept = node(ExprKind::Unary(UnaryOp::BitNot, Box::new(mask)), made.span);
            let to = Box::new(target.expr.clone());
            let clear = ExprKind::Assign(Some(BinaryOp::BitAnd), to, Box::new(kept));
            made.expr(
                Class::Adapted,
                format!("{} &= ~{text};", target.text),
                clear,
            );
        }
    }

    /// Adds statements that reset a variable to its initial value, read a variable that is never set, or limit a number
    /// to a range.
    fn derive(&self, target: &Object, scope: &Scope, made: &mut StatementList) {
        let ExprKind::Ident(name) = &target.expr.kind else {
            return;
        };
        if let Some(first) = scope.initial(name).filter(|first| *first > 1) {
            let value = number(first.unsigned_abs());
            made.assign(Class::Derived, target, &first.to_string(), value);
        }
        if scope.is_unset(name) && !self.written.contains(name) {
            made.input(target);
        }
        if !scope.is_integer(name) {
            return;
        }
        let others = scope.local_integers().filter(|other| other != name);
        let others = others.take(MAX_STATEMENT_DIVISORS);
        let names = others.map(|other| (other.to_owned(), ident(other, made.span)));
        let divisors: Vec<Text> = names.chain(self.numbers.iter().cloned()).collect();
        for (text, divisor) in divisors {
            let value = ExprKind::Binary(
                BinaryOp::Rem,
                Box::new(target.expr.clone()),
                Box::new(divisor),
            );
            let value_text = format!("{name} % {text}");
            let value = Expr {
                kind: value,
                span: made.span,
            };
            made.assign(Class::Derived, target, &value_text, value);
        }
    }

    /// Adds calls of functions of the file.
    fn calls(&self, scope: &Scope, objects: &[Object], of_file: &OfFile, made: &mut StatementList) {
        for (name, parameters) in scope.callable() {
            if name == self.name || name == "main" || !of_file.defined.contains(name) {
                continue;
            }
            let class = if of_file.uncalled.contains(name) {
                Class::Unused
            } else {
                Class::Call
            };
            let fitting = parameters.iter().map(|ty| {
                let same = objects.iter().filter(|o| o.ty.fits(ty));
                same.take(MAX_ARGUMENTS_PER_PARAMETER).collect::<Vec<_>>()
            });
            for arguments in combinations(&fitting.collect::<Vec<_>>()) {
                let unread = arguments.iter().any(|o| self.is_unread(o, scope));
                let class = if unread { Class::Unused } else { class };
                let texts: Vec<&str> = arguments.iter().map(|o| &*o.text).collect();
                let text = format!("{name}({});", texts.join(", "));
                let arguments = arguments.iter().map(|o| o.expr.clone()).collect();
                let callee = Box::new(ident(name, made.span));
                made.expr(class, text, ExprKind::Call(callee, arguments));
            }
        }
    }
}

/// Whether everything that a statement names can be named here.
fn names_known(kind: &StmtKind, scope: &Scope) -> bool {
    match kind {
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) => scope.names_all(e),
        StmtKind::If(condition, then, _) => {
            scope.names_all(condition) && names_known(&then.kind, scope)
        }
        _ => true,
    }
}

/// Whether everything that a statement of another function names can be named here, and its types agree.
fn is_in_scope(kind: &StmtKind, scope: &Scope) -> bool {
    let StmtKind::Expr(e) = kind else {
        return names_known(kind, scope);
    };
    let ExprKind::Assign(_, target, value) = &e.kind else {
        return scope.names_all(e);
    };
    let agree = match (scope.type_of(target), scope.type_of(value)) {
        (Some(a), Some(b)) => a == b || a.is_number() && b.is_number(),
        (a, _) => a.is_some(),
    };
    agree && scope.names_all(e)
}

/// Whether an object is an array of characters, or leads to one.
fn is_text(object: &Object, scope: &Scope) -> bool {
    let first = ExprKind::Deref(Box::new(object.expr.clone()));
    let ty = scope.type_of(&node(first, Span::default()));
    ty.is_some_and(|ty| ty.steps.is_empty() && ty.is_base(&[TypeSpec::Char]))
}

/// Whether a statement changes nothing that is `const`.
fn may_assign(kind: &StmtKind, scope: &Scope) -> bool {
    let StmtKind::Expr(e) = kind else {
        return true;
    };
    match &e.kind {
        ExprKind::Assign(_, target, _) | ExprKind::IncDec { target, .. } => {
            !scope.is_constant(target)
        }
        _ => true,
    }
}

/// All combinations of one object from each list, up to a limit.
fn combinations<'o>(of: &[Vec<&'o Object>]) -> Vec<Vec<&'o Object>> {
    let mut all: Vec<Vec<&Object>> = vec![Vec::new()];
    for choices in of {
        let longer = all.iter().flat_map(|chosen| {
            choices.iter().map(|one| {
                let mut chosen = chosen.clone();
                chosen.push(one);
                chosen
            })
        });
        all = longer.take(4 * MAX_CALLS).collect();
    }
    // Passing the same object twice is seldom meant.
    let repeats = |chosen: &Vec<&Object>| {
        let texts: FxHashSet<&str> = chosen.iter().map(|o| &*o.text).collect();
        chosen.len() - texts.len()
    };
    all.sort_by_key(repeats);
    all.truncate(MAX_CALLS);
    all
}

/// Whether a statement calls a function, and does nothing with its result.
fn calls(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Expr(e) if matches!(e.kind, ExprKind::Call(..)))
}

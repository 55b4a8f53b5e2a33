//! Dump of the tree as compact text, for tests and for developers: one line per declaration and statement, expressions
//! in prefix form, declarators read outwards from the name.

use std::fmt::Write as _;

use crate::ast::{
    Attribute, Attributes, Block, BlockItem, Declaration, Declarator, Derive, Designator, Enum,
    Expr, ExprKind, For, ForInit, Function, Init, InitList, Item, Params, Record, Specs, Stmt,
    StmtKind, Storage, TypeName, TypeSpec, UnaryOp, Unit,
};

/// Prints a whole translation unit.
pub fn unit(unit: &Unit) -> String {
    let mut dump = Dump::default();
    for item in &unit.items {
        match item {
            Item::Function(function) => dump.function(function),
            Item::Declaration(found) => dump.declaration(found),
            Item::End => dump.line("end of the unit"),
        }
    }
    dump.text
}

/// Prints a function with its body.
pub fn function(found: &Function) -> String {
    let mut dump = Dump::default();
    dump.function(found);
    dump.text
}

/// Prints the body of a function.
pub fn body(found: &Function) -> String {
    let mut dump = Dump::default();
    dump.block(&found.body);
    dump.text
}

/// Prints a declaration, a line for each declared name.
pub fn declaration(found: &Declaration) -> String {
    let mut dump = Dump::default();
    dump.declaration(found);
    dump.text
}

#[derive(Default)]
struct Dump {
    text: String,
    indent: usize,
}

impl Dump {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "", indent = self.indent);
    }

    fn inside(&mut self, body: impl FnOnce(&mut Self)) {
        self.indent += 2;
        body(self);
        self.indent -= 2;
    }

    fn function(&mut self, function: &Function) {
        let head = declared(&function.declarator, &function.specs);
        self.line(&format!("function {head}"));
        self.block(&function.body);
    }

    fn block(&mut self, block: &Block) {
        self.inside(|dump| {
            for item in &block.items {
                match item {
                    BlockItem::Declaration(found) => dump.declaration(found),
                    BlockItem::Statement(found) => dump.statement(found),
                }
            }
        });
    }

    fn declaration(&mut self, found: &Declaration) {
        if found.declarators.is_empty() {
            self.line(&format!("declare {}", specs(&found.specs)));
        }
        for one in &found.declarators {
            let init = one
                .init
                .as_ref()
                .map(|value| format!(" = {}", init(value)))
                .unwrap_or_default();
            self.line(&format!(
                "declare {}{init}",
                declared(&one.declarator, &found.specs)
            ));
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        let nested = |dump: &mut Self, body: &Stmt| dump.inside(|dump| dump.statement(body));

        // One line for each statement; the statements inside are indented.
        match &statement.kind {
            StmtKind::Block(body) => {
                self.line("block");
                self.block(body);
            }
            StmtKind::Empty => self.line("empty"),
            StmtKind::Expr(value) => self.line(&expr(value)),
            StmtKind::If(condition, then, otherwise) => {
                self.line(&format!("if {}", expr(condition)));
                nested(self, then);
                if let Some(otherwise) = otherwise {
                    self.line("else");
                    nested(self, otherwise);
                }
            }
            StmtKind::While(condition, body) => {
                self.line(&format!("while {}", expr(condition)));
                nested(self, body);
            }
            StmtKind::DoWhile(body, condition) => {
                self.line(&format!("do while {}", expr(condition)));
                nested(self, body);
            }
            StmtKind::For(parts) => self.for_statement(parts),
            StmtKind::Switch(value, body) => {
                self.line(&format!("switch {}", expr(value)));
                nested(self, body);
            }
            StmtKind::Case(low, high, body) => {
                let high = high
                    .as_ref()
                    .map(|high| format!(" ... {}", expr(high)))
                    .unwrap_or_default();
                self.line(&format!("case {}{high}", expr(low)));
                nested(self, body);
            }
            StmtKind::Default(body) => {
                self.line("default");
                nested(self, body);
            }
            StmtKind::Label(name, body) => {
                self.line(&format!("label {}", name.text));
                nested(self, body);
            }
            StmtKind::Goto(name) => self.line(&format!("goto {}", name.text)),
            StmtKind::GotoValue(e) => self.line(&format!("goto *{}", expr(e))),
            StmtKind::Break => self.line("break"),
            StmtKind::Continue => self.line("continue"),
            StmtKind::Return(None) => self.line("return"),
            StmtKind::Return(Some(value)) => self.line(&format!("return {}", expr(value))),
            StmtKind::Unsupported(what) => self.line(&format!("unsupported {what}")),
        }
    }

    fn for_statement(&mut self, parts: &For) {
        let part = |part: &Option<Expr>| part.as_ref().map(expr).unwrap_or_default();
        let (condition, step) = (part(&parts.condition), part(&parts.step));
        match &parts.init {
            ForInit::Declaration(found) => {
                self.line(&format!("for declared; {condition}; {step}"));
                self.inside(|dump| dump.declaration(found));
            }
            ForInit::Expr(init) => self.line(&format!("for {}; {condition}; {step}", expr(init))),
            ForInit::None => self.line(&format!("for ; {condition}; {step}")),
        }
        self.inside(|dump| dump.statement(&parts.body));
    }
}

/// Prints a declarator with its type, read outwards, then the specifiers: `a: array 3 of pointer to int`.
pub fn declared(declarator: &Declarator, shared: &Specs) -> String {
    let name = declarator.name.as_ref().map_or("_", |name| &name.text);
    let own = attributes(&declarator.attributes);
    format!("{name}: {own}{}{}", derivations(declarator), specs(shared))
}

fn derivations(declarator: &Declarator) -> String {
    let mut text = String::new();
    for step in &declarator.derive {
        let _ = match step {
            Derive::Pointer { is_const: false } => write!(text, "pointer to "),
            Derive::Pointer { is_const: true } => write!(text, "const pointer to "),
            Derive::Array(None) => write!(text, "array of "),
            Derive::Array(Some(size)) => write!(text, "array {} of ", expr(size)),
            Derive::Function(found) => write!(text, "function({}) returning ", params(found)),
        };
    }
    text
}

fn params(params: &Params) -> String {
    let mut all: Vec<String> = params
        .params
        .iter()
        .map(|param| declared(&param.declarator, &param.specs))
        .collect();
    all.extend(params.variadic.then(|| "...".to_owned()));
    all.extend(params.old_style.then(|| "old style".to_owned()));
    all.join(", ")
}

fn specs(specs: &Specs) -> String {
    let mut words = Vec::new();
    words.extend(match specs.storage {
        Storage::None => None,
        Storage::Typedef => Some("typedef"),
        Storage::Extern => Some("extern"),
        Storage::Static => Some("static"),
    });
    words.extend(specs.inline.then_some("inline"));
    words.extend(specs.is_const.then_some("const"));
    words.extend(specs.is_volatile.then_some("volatile"));
    words.extend(specs.implicit_int.then_some("implicit"));
    let mut text = words.join(" ");
    if !text.is_empty() {
        text.push(' ');
    }
    text += &attributes(&specs.attributes);
    text + &type_spec(&specs.ty)
}

fn attributes(found: &Attributes) -> String {
    let one = |attribute: &Attribute| match attribute {
        Attribute::Packed => "packed ".to_owned(),
        Attribute::AlignedMost => "aligned ".to_owned(),
        Attribute::Aligned(value) => format!("aligned({}) ", expr(value)),
        Attribute::AlignedAs(ty) => format!("aligned(type {}) ", type_name(ty)),
        Attribute::Mode(name) => format!("mode({}) ", name.text),
        Attribute::Pack(limit) => format!("pack({limit}) "),
        Attribute::Weak => "weak ".to_owned(),
        Attribute::Constructor => "constructor ".to_owned(),
        Attribute::Unmodelled(name) => format!("unsupported({}) ", name.text),
    };
    found.0.iter().map(one).collect()
}

fn type_spec(ty: &TypeSpec) -> String {
    match ty {
        TypeSpec::Named(name) => name.text.clone(),
        TypeSpec::Record(found) => record(found),
        TypeSpec::Enum(found) => enumeration(found),
        TypeSpec::TypeofExpr(value) => format!("typeof({})", expr(value)),
        TypeSpec::TypeofType(ty) => format!("typeof({})", type_name(ty)),
        TypeSpec::Unsupported(name) => format!("unsupported({})", name.text),
        plain => format!("{plain:?}"),
    }
}

/// Prints a struct or union specifier on one line.
pub fn record(record: &Record) -> String {
    let word = if record.is_union { "union" } else { "struct" };
    let tag = record
        .tag
        .as_ref()
        .map(|tag| format!(" {}", tag.text))
        .unwrap_or_default();
    let Some(fields) = &record.fields else {
        return format!("{word}{tag}");
    };
    let fields: Vec<String> = fields
        .iter()
        .map(|field| {
            let width = field
                .width
                .as_ref()
                .map(|width| format!(" bits {}", expr(width)))
                .unwrap_or_default();
            let head = field.declarator.as_ref().map_or_else(
                || format!("_: {}", specs(&field.specs)),
                |found| declared(found, &field.specs),
            );
            head + &width
        })
        .collect();
    let attributes = attributes(&record.attributes);
    format!("{attributes}{word}{tag} {{ {} }}", fields.join("; "))
}

/// Prints an enumerated type.
pub fn enumeration(found: &Enum) -> String {
    let tag = found
        .tag
        .as_ref()
        .map(|tag| format!(" {}", tag.text))
        .unwrap_or_default();
    let Some(enumerators) = &found.enumerators else {
        return format!("enum{tag}");
    };
    let enumerators: Vec<String> = enumerators
        .iter()
        .map(|(name, value)| match value {
            Some(value) => format!("{} = {}", name.text, expr(value)),
            None => name.text.clone(),
        })
        .collect();
    format!("enum{tag} {{ {} }}", enumerators.join(", "))
}

fn type_name(ty: &TypeName) -> String {
    derivations(&ty.declarator) + &specs(&ty.specs)
}

fn init(init: &Init) -> String {
    match init {
        Init::Expr(value) => expr(value),
        Init::List(list) => init_list(list),
    }
}

fn init_list(list: &InitList) -> String {
    let entries: Vec<String> = list
        .entries
        .iter()
        .map(|entry| {
            let place = designators(&entry.designators);
            let equals = if place.is_empty() { "" } else { " = " };
            format!("{place}{equals}{}", init(&entry.init))
        })
        .collect();
    format!("{{ {} }}", entries.join(", "))
}

fn designators(list: &[Designator]) -> String {
    list.iter()
        .map(|designator| match designator {
            Designator::Index(index) => format!("[{}]", expr(index)),
            Designator::Range(low, high) => format!("[{} ... {}]", expr(low), expr(high)),
            Designator::Field(name) => format!(".{}", name.text),
        })
        .collect()
}

/// Prints an expression in prefix form.
pub fn expr(e: &Expr) -> String {
    let spaced = |values: &[Expr]| {
        values
            .iter()
            .fold(String::new(), |text, one| text + " " + &expr(one))
    };

    // Constants and names as they are; anything else is a list in parentheses that begins with the operator.
    match &e.kind {
        ExprKind::Int(literal) => {
            let suffix = if literal.unsigned { "u" } else { "" };
            format!(
                "{}{suffix}{}",
                literal.value,
                "l".repeat(usize::from(literal.longs))
            )
        }
        ExprKind::Float { value, suffix } => {
            format!("{value:?}{}", suffix.map(String::from).unwrap_or_default())
        }
        ExprKind::Char(value) => format!("char({value})"),
        ExprKind::Str(bytes) => format!("\"{}\"", bytes.escape_ascii()),
        ExprKind::WideStr(width, units) => format!("{width:?} {units:?}"),
        ExprKind::Ident(name) => name.clone(),
        ExprKind::Call(callee, arguments) => {
            format!("(call {}{})", expr(callee), spaced(arguments))
        }
        ExprKind::Index(array, index) => format!("([] {} {})", expr(array), expr(index)),
        ExprKind::Member(object, name, arrow) => {
            format!(
                "({} {} {})",
                if *arrow { "->" } else { "." },
                expr(object),
                name.text
            )
        }
        ExprKind::Unary(operator, operand) => format!("({} {})", unary(*operator), expr(operand)),
        ExprKind::AddressOf(operand) => format!("(& {})", expr(operand)),
        ExprKind::Deref(operand) => format!("(* {})", expr(operand)),
        ExprKind::IncDec {
            target,
            increment,
            prefix,
        } => {
            let operator = if *increment { "++" } else { "--" };
            let (before, after) = if *prefix {
                (operator, "")
            } else {
                ("", operator)
            };
            format!("({before}{}{after})", expr(target))
        }
        ExprKind::Binary(operator, left, right) => {
            format!("({operator:?} {} {})", expr(left), expr(right))
        }
        ExprKind::LogicalAnd(left, right) => format!("(&& {} {})", expr(left), expr(right)),
        ExprKind::LogicalOr(left, right) => format!("(|| {} {})", expr(left), expr(right)),
        ExprKind::Conditional(condition, then, otherwise) => {
            let then = then
                .as_ref()
                .map_or_else(|| "_".to_owned(), |then| expr(then));
            format!("(? {} {then} {})", expr(condition), expr(otherwise))
        }
        ExprKind::Assign(operator, target, value) => {
            let operator = operator
                .map(|operator| format!("{operator:?}"))
                .unwrap_or_default();
            format!("({operator}= {} {})", expr(target), expr(value))
        }
        ExprKind::Comma(left, right) => format!("(, {} {})", expr(left), expr(right)),
        ExprKind::Cast(ty, operand) => format!("(cast {} {})", type_name(ty), expr(operand)),
        ExprKind::SizeofExpr(operand) => format!("(sizeof {})", expr(operand)),
        ExprKind::SizeofType(ty) => format!("(sizeof type {})", type_name(ty)),
        ExprKind::AlignofType(ty) => format!("(alignof type {})", type_name(ty)),
        ExprKind::AlignofExpr(operand) => format!("(alignof {})", expr(operand)),
        ExprKind::Generic(control, associations) => {
            let values = associations.iter().map(|(ty, value)| {
                let ty = ty.as_ref().map_or("default".to_owned(), type_name);
                format!(" {ty}: {}", expr(value))
            });
            format!("(generic {}{})", expr(control), values.collect::<String>())
        }
        ExprKind::TypesCompatible(types) => {
            let (a, b) = &**types;
            format!("(compatible {} {})", type_name(a), type_name(b))
        }
        ExprKind::ChooseExpr(parts) => {
            let (c, a, b) = &**parts;
            format!("(choose {} {} {})", expr(c), expr(a), expr(b))
        }
        ExprKind::CompoundLiteral(ty, spaced) => {
            format!("(literal {} {})", type_name(ty), init_list(spaced))
        }
        ExprKind::Offsetof(ty, place) => {
            format!("(offsetof {} {})", type_name(ty), designators(place))
        }
        ExprKind::StatementExpr(body) => {
            let mut dump = Dump::default();
            dump.block(body);
            let lines: Vec<&str> = dump.text.lines().map(str::trim).collect();
            format!("({{ {} }})", lines.join("; "))
        }
        ExprKind::VaArg(spaced, ty) => format!("(va_arg {} {})", expr(spaced), type_name(ty)),
        ExprKind::LabelAddress(name) => format!("&&{}", name.text),
        ExprKind::Unsupported(what) => format!("(unsupported {what})"),
    }
}

fn unary(operator: UnaryOp) -> &'static str {
    match operator {
        UnaryOp::Neg => "-",
        UnaryOp::Plus => "+",
        UnaryOp::Not => "!",
        UnaryOp::BitNot => "~",
    }
}

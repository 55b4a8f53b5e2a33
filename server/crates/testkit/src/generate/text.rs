//! Programs as text.

use std::fmt::{self, Display, Formatter, Write as _};

use super::{Expr, Op, Program, Shape, Stmt, TYPES};

/// Names of the variables.
const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "g"];

impl Op {
    /// Spelling of the operator.
    pub fn sign(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
            Op::Shl => "<<",
            Op::Shr => ">>",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::Both => "&&",
            Op::Either => "||",
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Number(n) if *n < 0 => write!(f, "({n})"),
            Expr::Number(n) => write!(f, "{n}"),
            Expr::Var(v) => f.write_str(NAMES[*v]),
            Expr::Element(i) => write!(f, "v[({i}) & 3]"),
            Expr::Binary(op @ (Op::Div | Op::Rem), a, b) => {
                write!(f, "({a} {} ({b} | 1))", op.sign())
            }
            // The operand is cast to unsigned, because shifting a one into the sign is undefined.
            Expr::Binary(Op::Shl, a, b) => write!(f, "((unsigned long)({a}) << ({b} & 7))"),
            Expr::Binary(Op::Shr, a, b) => write!(f, "(({a}) >> ({b} & 7))"),
            Expr::Binary(op, a, b) => write!(f, "({a} {} {b})", op.sign()),
            Expr::Unary(sign, a) => write!(f, "({sign}{a})"),
            Expr::Cast(ty, a) => write!(f, "({})({a})", TYPES[*ty].name),
            Expr::Choose(parts) => write!(f, "({} ? {} : {})", parts[0], parts[1], parts[2]),
            Expr::Call(parts) => write!(f, "helper({}, {})", parts[0], parts[1]),
        }
    }
}

/// Writes statements; loop counters are named after their depth and place.
struct Writer {
    out: String,
    indent: usize,
    loops: usize,
}

impl Writer {
    fn line(&mut self, text: impl Display) {
        let indent = "  ".repeat(self.indent);
        let _ = writeln!(self.out, "{indent}{text}");
    }

    fn block(&mut self, stmts: &[Stmt]) {
        self.indent += 1;
        for stmt in stmts {
            self.stmt(stmt);
        }
        self.indent -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Assign(v, e) => self.line(format_args!("{} = {e};", NAMES[*v])),
            Stmt::Update(v, op, e) => {
                self.line(format_args!("{} {}= {e};", NAMES[*v], op.sign()));
            }
            Stmt::Step(v, true) => self.line(format_args!("{}++;", NAMES[*v])),
            Stmt::Step(v, false) => self.line(format_args!("--{};", NAMES[*v])),
            Stmt::SetElement(i, e) => self.line(format_args!("v[({i}) & 3] = {e};")),
            Stmt::If(c, yes, no) => {
                self.line(format_args!("if ({c}) {{"));
                self.block(yes);
                if !no.is_empty() {
                    self.line("} else {");
                    self.block(no);
                }
                self.line("}");
            }
            Stmt::Repeat(times, also, body) => {
                let i = format!("i{}", self.loops);
                self.loops += 1;
                let also = also.as_ref().map_or(String::new(), |c| format!(" && {c}"));
                self.line(format_args!(
                    "for (int {i} = 0; {i} < {times}{also}; {i}++) {{"
                ));
                self.block(body);
                self.line("}");
            }
            Stmt::Switch(e, cases) => {
                self.line(format_args!("switch ((int)({e}) & 3) {{"));
                for (value, body, breaks) in cases {
                    self.line(match value {
                        3 => "default:".to_string(),
                        n => format!("case {n}:"),
                    });
                    self.block(body);
                    if *breaks {
                        self.line("  break;");
                    }
                }
                // A label needs a statement.
                self.line("  ;");
                self.line("}");
            }
            Stmt::Assert(e) => self.line(format_args!("assert({e});")),
            Stmt::Print(pick, e) => {
                let line = match pick % 8 {
                    0 => format!("printf(\"%d\\n\", (int)({e}));"),
                    1 => format!("printf(\"%ld \", (long)({e}));"),
                    2 => format!("printf(\"[%-6u|%04x]\\n\", (unsigned)({e}), (unsigned)({e}));"),
                    3 => format!("printf(\"%c%+d\\n\", 'a' + ((int)({e}) & 15), (int)({e}));"),
                    4 => format!("if ({e}) puts(\"yes\"); else putchar('n');"),
                    5 => format!("printf(\"%.2f|%g\\n\", ({e}) / 8.0, (double)({e}));"),
                    6 => format!("printf(\"%-8.3e %d\\n\", (float)({e}) * 0.1f, ({e}) < 2.5);"),
                    _ => format!("printf(\"%7lld %hhu\\n\", (long long)({e}), (unsigned)({e}));"),
                };
                self.line(line);
            }
        }
    }

    fn variables(&mut self, program: &Program, from: usize) {
        for (i, ty) in program.types.iter().enumerate().skip(from) {
            let (ty, name, value) = (TYPES[*ty].name, NAMES[i], program.initial[i]);
            self.line(format_args!("{ty} {name} = {value};"));
        }
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut w = Writer {
            out: String::new(),
            indent: 1,
            loops: 0,
        };

        // The beginning depends on where the inputs come from: parameters, standard input, or arguments as well.
        match self.shape {
            Shape::Function => {
                f.write_str("#include <assert.h>\n\nint f(int a, int b) {\n")?;
                w.variables(self, 2);
            }
            Shape::Main => {
                f.write_str("#include <assert.h>\n#include <stdio.h>\n\nint main(void) {\n")?;
                w.line("int a, b;");
                w.line("scanf(\"%d %d\", &a, &b);");
                w.variables(self, 2);
            }
            Shape::Rich => {
                writeln!(f, "#include <stdio.h>\n#include <stdlib.h>\n")?;
                writeln!(
                    f,
                    "static {} v[4] = {{3, 1, 4}};\n",
                    TYPES[self.types[0]].name
                )?;
                writeln!(f, "static int helper(int a, int b) {{")?;
                w.loops = 10;
                w.line("int c = 0, d = 1, e = 2, g = 3;");
                self.helper.0.iter().for_each(|s| w.stmt(s));
                w.line(format_args!("return {};", self.helper.1));
                w.out.push_str("}\n\nint main(int argc, char *argv[]) {\n");
                w.loops = 0;
                for (i, ty) in self.types.iter().enumerate().take(2) {
                    let (ty, name) = (TYPES[*ty].name, NAMES[i]);
                    w.line(format_args!("{ty} {name} = 0;"));
                }
                w.line("int in = 7;");
                w.line("if (argc > 1) a = atoi(argv[1]);");
                w.line("if (scanf(\"%d\", &in) == 1) b = in;");
                w.variables(self, 2);
            }
        }

        // The body is shared by all shapes.
        self.body.iter().for_each(|s| w.stmt(s));

        // A rich program shows all its variables at the end, and its exit status fits into seven bits.
        if self.shape == Shape::Rich {
            for (i, ty) in self.types.iter().enumerate() {
                w.line(format_args!(
                    "printf(\"{};\", {});",
                    TYPES[*ty].format, NAMES[i]
                ));
            }
            w.line("for (int k = 0; k < 4; k++) printf(\"%d \", (int)v[k]);");
        }
        let mask = if self.shape == Shape::Rich {
            " & 127"
        } else {
            ""
        };
        w.line(format_args!("return {}{mask};", self.result));
        f.write_str(&w.out)?;
        f.write_str("}\n")
    }
}

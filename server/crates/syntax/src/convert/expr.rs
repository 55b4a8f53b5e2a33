//! Expressions.
//!
//! Functions with many locals are kept out of line: the recursion over deep trees must fit a small stack.

use tree_sitter::Node;

use super::{Chunk, children, literals, parts};
use crate::ast::{BinaryOp, Expr, ExprKind, Name, UnaryOp, Wide};
use crate::keywords::Word;
use crate::names::Role;
use crate::token::{Token, TokenKind};

impl Chunk<'_, '_> {
    /// Converts an expression; parentheses around it vanish.
    pub(super) fn expr(&mut self, node: Node) -> Expr {
        let mut node = node;
        while node.kind() == "parenthesized_expression" {
            let Some(inner) = parts(node).into_iter().next() else {
                break;
            };
            if inner.kind() == "compound_statement" {
                break;
            }
            node = inner;
        }
        let span = self.span(node);
        let kind = self.with_depth(node, |chunk| chunk.expr_kind(node));
        let kind = kind
            .unwrap_or_else(|| ExprKind::Unsupported("an expression nested too deeply".to_owned()));
        Expr { kind, span }
    }

    fn expr_kind(&mut self, node: Node) -> ExprKind {
        let converted = match node.kind() {
            "identifier" | "number_literal" | "char_literal" | "true" | "false" | "null"
            | "field_identifier" => self.leaf(node),
            "string_literal" | "concatenated_string" => self.string(node),
            "binary_expression" => self.binary(node),
            "assignment_expression" => self.assignment(node),
            "comma_expression" => self.comma(node),
            "unary_expression" => self.unary(node),
            "pointer_expression" => self.pointer(node),
            "update_expression" => self.update(node),
            "conditional_expression" => self.conditional(node),
            "call_expression" => self.call(node),
            "subscript_expression" => self.subscript(node),
            "field_expression" => self.member(node),
            "cast_expression" => self.cast(node),
            "sizeof_expression" => self.sizeof(node),
            "alignof_expression" => self.alignof(node),
            "compound_literal_expression" => self.compound_literal(node),
            "parenthesized_expression" => self.statement_expr(node),
            _ => None,
        };
        converted.unwrap_or_else(|| {
            self.not_converted();
            ExprKind::Unsupported("an expression with a syntax error".to_owned())
        })
    }

    fn field(&mut self, node: Node, name: &str) -> Option<Box<Expr>> {
        let child = node
            .child_by_field_name(name)
            .filter(|child| !child.is_missing())?;
        Some(Box::new(self.expr(child)))
    }

    /// Converts an identifier or a constant; its token decides which one it is.
    #[inline(never)]
    fn leaf(&mut self, node: Node) -> Option<ExprKind> {
        let token = self.token(node)?;
        let text = self.text(node);
        match token.kind {
            TokenKind::Ident => Some(self.identifier(node, text)),
            TokenKind::Number => self.number(token, text),
            TokenKind::Char => {
                let value = literals::character(text, self.converter.latin1);
                if value.is_none() {
                    self.error(token.span, "this character constant is empty");
                }
                value.map(ExprKind::Char)
            }
            // GNU `&&label`
            _ if text == "&&" => Some(ExprKind::LabelAddress(self.label(node)?)),
            _ => None,
        }
    }

    /// The label of GNU `&&label`, the second token of the node.
    fn label(&self, node: Node) -> Option<Name> {
        let (first, _) = self.token_range(node);
        let token = self.tokens.get(first + 1)?;
        Some(Name {
            text: self.text_at(first + 1).to_owned(),
            span: token.span,
        })
    }

    #[inline(never)]
    fn identifier(&mut self, node: Node, text: &str) -> ExprKind {
        let (first, _) = self.token_range(node);
        match (self.role_at(first), text) {
            (Role::Other(Word::Asm), _) => ExprKind::Unsupported("inline assembly".to_owned()),
            (Role::Other(Word::TypeCall), _) => {
                let (first, end) = self.token_range(node);
                self.type_call(first, end).unwrap_or_else(|| {
                    let span = self.span(node);
                    self.error(span, format!("the arguments of `{text}` are malformed"));
                    ExprKind::Unsupported(format!("`{text}`"))
                })
            }
            (_, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") => {
                ExprKind::Str(self.function.clone().into_bytes())
            }
            _ => {
                self.reject_keyword(node);
                ExprKind::Ident(text.to_owned())
            }
        }
    }

    #[inline(never)]
    fn number(&mut self, token: Token, text: &str) -> Option<ExprKind> {
        if let Some(integer) = literals::integer(text) {
            return Some(ExprKind::Int(integer));
        }
        if let Some((value, suffix)) = literals::float(text) {
            let looks_like_integer = text.bytes().all(|byte| byte.is_ascii_digit());
            if !looks_like_integer {
                return Some(ExprKind::Float { value, suffix });
            }
        }
        let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        let digits = match hex {
            Some(hex) => hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
            None => text.bytes().all(|byte| byte.is_ascii_digit()),
        };
        if let Some(what) = literals::unmodelled_number(text) {
            return Some(ExprKind::Unsupported(what.to_owned()));
        }
        let octal = text.strip_prefix('0').filter(|_| hex.is_none());
        let beyond = octal.and_then(|rest| rest.chars().find(|c| matches!(c, '8' | '9')));
        let message = match beyond {
            Some(digit) if digits => format!("invalid digit \"{digit}\" in octal constant"),
            _ if digits => format!("`{text}` is too large for any integer type"),
            _ => format!("`{text}` is not a number"),
        };
        self.error(token.span, message);
        None
    }

    /// Converts adjacent literals to one.
    #[inline(never)]
    fn string(&mut self, node: Node) -> Option<ExprKind> {
        let (first, end) = self.token_range(node);
        // The grammar allows names of macros among them.
        let tokens = self.tokens.get(first..end)?;
        if tokens.iter().any(|token| token.kind != TokenKind::Str) {
            return None;
        }
        let mut bytes = Vec::new();
        for at in first..end {
            let Some(part) = literals::string(self.text_at(at), self.converter.latin1) else {
                return Some(self.wide_string(first, end));
            };
            bytes.extend(part);
        }
        Some(ExprKind::Str(bytes))
    }

    /// Joins adjacent literals of which some are wide; all become wide.
    fn wide_string(&self, first: usize, end: usize) -> ExprKind {
        let mut width = None;
        let mut all = Vec::new();
        for at in first..end {
            let (own, units) = literals::wide_string(self.text_at(at));
            if own.is_some() && width.is_some() && own != width {
                return ExprKind::Unsupported("string literals of different widths".to_owned());
            }
            width = width.or(own);
            all.extend(units);
        }
        let width = width.unwrap_or(Wide::Wchar);
        if width == Wide::Char16 && all.iter().any(|unit| *unit > 0xffff) {
            return ExprKind::Unsupported("a character beyond 16 bits in `u\"…\"`".to_owned());
        }
        ExprKind::WideStr(width, all)
    }

    fn operator(&self, node: Node) -> &str {
        node.child_by_field_name("operator")
            .map_or("", |operator| self.text(operator))
    }

    fn binary(&mut self, node: Node) -> Option<ExprKind> {
        let left = self.field(node, "left")?;
        let right = self.field(node, "right")?;
        Some(match self.operator(node) {
            "&&" => ExprKind::LogicalAnd(left, right),
            "||" => ExprKind::LogicalOr(left, right),
            operator => ExprKind::Binary(binary_operator(operator)?, left, right),
        })
    }

    fn assignment(&mut self, node: Node) -> Option<ExprKind> {
        let target = self.field(node, "left")?;
        let value = self.field(node, "right")?;
        let operator = self.operator(node);
        let combined = operator
            .strip_suffix('=')
            .filter(|operator| !operator.is_empty());
        let operator = match combined {
            Some(operator) => Some(binary_operator(operator)?),
            None => None,
        };
        Some(ExprKind::Assign(operator, target, value))
    }

    /// Converts a comma expression: tree-sitter nests it to the right, C to the left.
    #[inline(never)]
    fn comma(&mut self, node: Node) -> Option<ExprKind> {
        let mut operands = vec![node.child_by_field_name("left")?];
        let mut rest = node.child_by_field_name("right")?;
        while rest.kind() == "comma_expression" {
            operands.push(rest.child_by_field_name("left")?);
            rest = rest.child_by_field_name("right")?;
        }
        operands.push(rest);
        if self.depth + operands.len() > super::MAX_DEPTH {
            let span = self.span(node);
            self.error(span, "this list of expressions is too long");
            return None;
        }
        let levels = operands.len();
        self.depth += levels;
        let mut operands = operands
            .into_iter()
            .map(|operand| (operand, self.expr(operand)))
            .collect::<Vec<_>>()
            .into_iter();
        self.depth -= levels;
        let (first_node, mut all) = operands.next()?;
        let (first, _) = self.token_range(first_node);
        let mut operands = operands.peekable();
        while let Some((operand_node, operand)) = operands.next() {
            let (_, end) = self.token_range(operand_node);
            let kind = ExprKind::Comma(Box::new(all), Box::new(operand));
            if operands.peek().is_none() {
                return Some(kind);
            }
            all = Expr {
                kind,
                span: self.span_of(first, end),
            };
        }
        Some(all.kind)
    }

    fn unary(&mut self, node: Node) -> Option<ExprKind> {
        let operand = self.field(node, "argument")?;
        let operator = match self.operator(node) {
            "-" => UnaryOp::Neg,
            "+" => UnaryOp::Plus,
            "!" => UnaryOp::Not,
            "~" => UnaryOp::BitNot,
            operator if operator.starts_with("__") => {
                return Some(ExprKind::Unsupported(format!("`{operator}`")));
            }
            _ => return None,
        };
        Some(ExprKind::Unary(operator, operand))
    }

    fn pointer(&mut self, node: Node) -> Option<ExprKind> {
        let operand = self.field(node, "argument")?;
        Some(if self.operator(node) == "*" {
            ExprKind::Deref(operand)
        } else {
            ExprKind::AddressOf(operand)
        })
    }

    fn update(&mut self, node: Node) -> Option<ExprKind> {
        let operator = node.child_by_field_name("operator")?;
        let argument = node.child_by_field_name("argument")?;
        let increment = self.text(operator) == "++";
        let prefix = operator.start_byte() < argument.start_byte();
        let target = self.field(node, "argument")?;
        Some(ExprKind::IncDec {
            target,
            increment,
            prefix,
        })
    }

    fn conditional(&mut self, node: Node) -> Option<ExprKind> {
        let condition = self.field(node, "condition")?;
        let then = self.field(node, "consequence");
        let otherwise = self.field(node, "alternative")?;
        Some(ExprKind::Conditional(condition, then, otherwise))
    }

    #[inline(never)]
    fn call(&mut self, node: Node) -> Option<ExprKind> {
        let callee = node.child_by_field_name("function")?;
        let arguments = node.child_by_field_name("arguments")?;
        let (first, _) = self.token_range(callee);
        match self.role_at(first) {
            Role::Other(Word::Offsetof) => return self.offsetof(arguments),
            Role::Other(Word::VaArg) => return self.va_arg(arguments),
            _ => {}
        }
        let callee = Box::new(self.expr(callee));
        let arguments = parts(arguments)
            .into_iter()
            .map(|argument| self.expr(argument))
            .collect();
        Some(ExprKind::Call(callee, arguments))
    }

    /// Converts `offsetof`, which the skeleton prints as `x((T){.member = 0})`.
    #[inline(never)]
    fn offsetof(&mut self, arguments: Node) -> Option<ExprKind> {
        let literal = parts(arguments).into_iter().next()?;
        let ty = self.type_name(literal.child_by_field_name("type")?);
        let list = literal.child_by_field_name("value")?;
        let pair = parts(list).into_iter().next()?;
        Some(ExprKind::Offsetof(Box::new(ty), self.designators(pair)))
    }

    /// Converts `va_arg`, which the skeleton prints as `x(list, sizeof(T))`.
    #[inline(never)]
    fn va_arg(&mut self, arguments: Node) -> Option<ExprKind> {
        let arguments = parts(arguments);
        let [list, size] = arguments.as_slice() else {
            return None;
        };
        let list = self.expr(*list);
        let ty = self.type_name(size.child_by_field_name("type")?);
        Some(ExprKind::VaArg(Box::new(list), Box::new(ty)))
    }

    fn subscript(&mut self, node: Node) -> Option<ExprKind> {
        let array = self.field(node, "argument")?;
        let index = self.field(node, "index")?;
        Some(ExprKind::Index(array, index))
    }

    fn member(&mut self, node: Node) -> Option<ExprKind> {
        let object = self.field(node, "argument")?;
        let name = self.name(
            node.child_by_field_name("field")
                .filter(|field| !field.is_missing())?,
        );
        Some(ExprKind::Member(object, name, self.operator(node) == "->"))
    }

    #[inline(never)]
    fn cast(&mut self, node: Node) -> Option<ExprKind> {
        let ty = self.type_name(node.child_by_field_name("type")?);
        let operand = self.field(node, "value")?;
        Some(ExprKind::Cast(Box::new(ty), operand))
    }

    #[inline(never)]
    fn sizeof(&mut self, node: Node) -> Option<ExprKind> {
        let Some(ty) = node.child_by_field_name("type") else {
            return Some(ExprKind::SizeofExpr(self.field(node, "value")?));
        };
        if self.is_expression_in_disguise(ty) {
            let span = self.span(ty);
            let kind = ExprKind::Ident(self.text(ty).to_owned());
            return Some(ExprKind::SizeofExpr(Box::new(Expr { kind, span })));
        }
        Some(ExprKind::SizeofType(Box::new(self.type_name(ty))))
    }

    #[inline(never)]
    fn alignof(&mut self, node: Node) -> Option<ExprKind> {
        let ty = node.child_by_field_name("type")?;
        if self.is_expression_in_disguise(ty) {
            let span = self.span(ty);
            let kind = ExprKind::Ident(self.text(ty).to_owned());
            return Some(ExprKind::AlignofExpr(Box::new(Expr { kind, span })));
        }
        let ty = self.type_name(ty);
        Some(ExprKind::AlignofType(Box::new(ty)))
    }

    #[inline(never)]
    fn compound_literal(&mut self, node: Node) -> Option<ExprKind> {
        let ty = self.type_name(node.child_by_field_name("type")?);
        let list = self.init_list(node.child_by_field_name("value")?);
        Some(ExprKind::CompoundLiteral(Box::new(ty), list))
    }

    /// Converts GNU `({ … })`.
    #[inline(never)]
    fn statement_expr(&mut self, node: Node) -> Option<ExprKind> {
        let body = children(node)
            .into_iter()
            .find(|child| child.kind() == "compound_statement")?;
        Some(ExprKind::StatementExpr(Box::new(self.block(body))))
    }
}

fn binary_operator(text: &str) -> Option<BinaryOp> {
    Some(match text {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "<<" => BinaryOp::Shl,
        ">>" => BinaryOp::Shr,
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => BinaryOp::Gt,
        ">=" => BinaryOp::Ge,
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "&" => BinaryOp::BitAnd,
        "^" => BinaryOp::BitXor,
        "|" => BinaryOp::BitOr,
        _ => return None,
    })
}

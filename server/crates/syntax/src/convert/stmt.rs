//! Statements and blocks.

use tree_sitter::Node;

use super::items::is_type;
use super::{Chunk, parts};
use crate::ast::{
    Block, BlockItem, Declaration, Expr, ExprKind, For, ForInit, InitDeclarator, Stmt, StmtKind,
};

impl Chunk<'_, '_> {
    /// Converts `{ … }`.
    pub(super) fn block(&mut self, node: Node) -> Block {
        let mut items = Vec::new();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.block_item(child, &mut items);
        }
        Block {
            items,
            span: self.span(node),
        }
    }

    /// Appends the items of one child of a block: labels may contain declarations, cases several statements.
    fn block_item(&mut self, node: Node, items: &mut Vec<BlockItem>) {
        match node.kind() {
            "declaration" | "type_definition" => {
                let declaration = self.declaration(node);
                items.push(BlockItem::Declaration(declaration));
            }
            kind if is_type(kind) => {
                let declaration = self.declaration_of_type(node);
                items.push(BlockItem::Declaration(declaration));
            }
            "labeled_statement" | "case_statement" => self.labelled(node, items),
            "function_definition" => {
                // Usually a brace is missing before it; GNU C accepts nested functions.
                let span = self.span(node);
                let message =
                    "a function inside a function is not modelled; is a `}` missing before it?";
                self.converter.problems.warning(span, message);
                // The function's name is declared from here on.
                if let Some(declarator) = node.child_by_field_name("declarator") {
                    let specs = self.specs(node);
                    let declarator = InitDeclarator {
                        declarator: self.declarator(declarator),
                        init: None,
                        span,
                    };
                    items.push(BlockItem::Declaration(Declaration {
                        specs,
                        declarators: vec![declarator],
                        span,
                    }));
                }
                items.push(unsupported_item("a function inside a function", span));
            }
            _ => {
                if let Some(statement) = self.statement(node) {
                    items.push(BlockItem::Statement(statement));
                }
            }
        }
    }

    /// Converts a label or a case, which takes its first statement; the others follow as siblings.
    #[inline(never)]
    fn labelled(&mut self, node: Node, items: &mut Vec<BlockItem>) {
        let case_value = node.child_by_field_name("value");
        let label = node.child_by_field_name("label");

        // A declaration is no statement, so it follows an empty one.
        let own = case_value.or(label);
        let mut bodies = parts(node).into_iter().filter(|part| Some(*part) != own);
        let mut body = bodies.next();
        let mut following = Vec::new();
        if let Some(declaration) =
            body.filter(|body| matches!(body.kind(), "declaration" | "type_definition"))
        {
            following.push(declaration);
            body = None;
        }
        following.extend(bodies);

        // The head extends from the label to its colon.
        let colon = {
            let mut cursor = node.walk();
            node.children(&mut cursor)
                .find(|child| child.kind() == ":")
                .unwrap_or(node)
        };
        let head = self
            .span(node.child(0).unwrap_or(node))
            .to(self.span(colon));
        let statement = body.and_then(|body| self.statement(body));
        let empty = Stmt {
            kind: StmtKind::Empty,
            span: self.span(colon),
        };
        let body = Box::new(statement.unwrap_or(empty));
        let span = head.to(body.span);
        let kind = match (label, case_value) {
            (Some(label), _) => StmtKind::Label(self.name(label), body),
            (None, Some(value)) => {
                let (low, high) = self.case_range(value);
                StmtKind::Case(low, high, body)
            }
            (None, None) => StmtKind::Default(body),
        };
        items.push(BlockItem::Statement(Stmt { kind, span }));
        for node in following {
            self.block_item(node, items);
        }
    }

    /// Converts GNU's `a ... b`, which the skeleton prints as `a || b`.
    #[inline(never)]
    fn case_range(&mut self, value: Node) -> (Expr, Option<Expr>) {
        let operator = value
            .child_by_field_name("operator")
            .filter(|operator| self.text(*operator) == "...");
        let sides = (
            value.child_by_field_name("left"),
            value.child_by_field_name("right"),
        );
        if let (Some(_), (Some(left), Some(right))) = (operator, sides) {
            return (self.expr(left), Some(self.expr(right)));
        }
        (self.expr(value), None)
    }

    /// Converts a statement where exactly one is required; a missing one is reported elsewhere.
    fn body(&mut self, node: Option<Node>, owner: Node) -> Box<Stmt> {
        let statement = node.and_then(|node| self.statement(node));
        Box::new(statement.unwrap_or_else(|| self.unreadable(owner)))
    }

    fn unreadable(&self, node: Node) -> Stmt {
        Stmt {
            kind: StmtKind::Unsupported("a statement with a syntax error".to_owned()),
            span: self.span(node),
        }
    }

    /// Converts a statement; `None` if the node leaves no statement.
    fn statement(&mut self, node: Node) -> Option<Stmt> {
        if node.is_missing() || node.kind() == "comment" {
            return None;
        }
        let span = self.span(node);
        let kind = self.with_depth(node, |chunk| chunk.statement_kind(node));
        let kind = kind
            .unwrap_or_else(|| StmtKind::Unsupported("statements nested too deeply".to_owned()));
        Some(Stmt { kind, span })
    }

    fn statement_kind(&mut self, node: Node) -> StmtKind {
        match node.kind() {
            "compound_statement" => StmtKind::Block(self.block(node)),
            "expression_statement" => match parts(node).first() {
                Some(expr) => StmtKind::Expr(self.expr(*expr)),
                None => StmtKind::Empty,
            },
            "if_statement" => self.if_statement(node),
            "while_statement" => {
                let condition = self.field_expr(node, "condition");
                StmtKind::While(condition, self.body(node.child_by_field_name("body"), node))
            }
            "do_statement" => {
                let body = self.body(node.child_by_field_name("body"), node);
                StmtKind::DoWhile(body, self.field_expr(node, "condition"))
            }
            "for_statement" => self.for_statement(node),
            "switch_statement" => {
                let value = self.field_expr(node, "condition");
                StmtKind::Switch(value, self.body(node.child_by_field_name("body"), node))
            }
            "labeled_statement" | "case_statement" => self.labelled_alone(node),
            "goto_statement" => match node.child_by_field_name("label") {
                Some(label) => StmtKind::Goto(self.name(label)),
                None => StmtKind::Unsupported("a goto without a label".to_owned()),
            },
            "break_statement" => StmtKind::Break,
            "continue_statement" => StmtKind::Continue,
            "return_statement" => {
                let value = parts(node).first().map(|value| self.expr(*value));
                match value {
                    Some(value) if self.text_at(self.token_range(node).0) == "goto" => {
                        StmtKind::GotoValue(value)
                    }
                    value => StmtKind::Return(value),
                }
            }
            _ => StmtKind::Unsupported("a statement with a syntax error".to_owned()),
        }
    }

    fn if_statement(&mut self, node: Node) -> StmtKind {
        let condition = self.field_expr(node, "condition");
        let then = self.body(node.child_by_field_name("consequence"), node);
        let otherwise = node.child_by_field_name("alternative");
        let otherwise = otherwise.map(|clause| self.body(parts(clause).into_iter().next(), clause));
        StmtKind::If(condition, then, otherwise)
    }

    #[inline(never)]
    fn for_statement(&mut self, node: Node) -> StmtKind {
        let init = match node.child_by_field_name("initializer") {
            None => ForInit::None,
            Some(init) if init.kind() == "declaration" => {
                ForInit::Declaration(self.declaration(init))
            }
            Some(init) => ForInit::Expr(self.expr(init)),
        };
        let condition = node
            .child_by_field_name("condition")
            .map(|part| self.expr(part));
        let step = node
            .child_by_field_name("update")
            .map(|part| self.expr(part));
        let body = *self.body(node.child_by_field_name("body"), node);
        StmtKind::For(Box::new(For {
            init,
            condition,
            step,
            body,
        }))
    }

    /// Converts a labelled statement that is the body of another statement, not an item of a block.
    #[inline(never)]
    fn labelled_alone(&mut self, node: Node) -> StmtKind {
        let mut items = Vec::new();
        self.labelled(node, &mut items);
        if items.len() == 1
            && let Some(BlockItem::Statement(only)) = items.pop()
        {
            return only.kind;
        }
        StmtKind::Block(Block {
            items,
            span: self.span(node),
        })
    }

    /// Converts the expression in a field; `Unsupported` if it is missing (and reported).
    fn field_expr(&mut self, node: Node, field: &str) -> Expr {
        match node.child_by_field_name(field) {
            Some(found) => self.expr(found),
            None => Expr {
                kind: ExprKind::Unsupported("an expression with a syntax error".to_owned()),
                span: self.span(node),
            },
        }
    }
}

fn unsupported_item(what: &str, span: crate::Span) -> BlockItem {
    BlockItem::Statement(Stmt {
        kind: StmtKind::Unsupported(what.to_owned()),
        span,
    })
}

//! Declarations and function definitions.

use tree_sitter::Node;

use super::{Chunk, parts};
use crate::ast::{
    Block, Declaration, Derive, Designator, Expr, ExprKind, Function, Init, InitDeclarator,
    InitEntry, InitList, Item, Storage, TypeSpec,
};

impl Chunk<'_, '_> {
    /// Appends the external declarations under the root of a chunk.
    pub(super) fn items(&mut self, root: Node, items: &mut Vec<Item>) {
        for node in parts(root) {
            match node.kind() {
                "function_definition" => items.extend(self.function(node).map(Item::Function)),
                "declaration" | "type_definition" => {
                    items.push(Item::Declaration(self.declaration(node)));
                }
                kind if is_type(kind) => {
                    items.push(Item::Declaration(self.declaration_of_type(node)));
                }
                "expression_statement" if node.named_child_count() == 0 => {}
                _ if root.has_error() => {}
                _ => self.fault(node, "a statement cannot stand outside of a function"),
            }
        }
    }

    fn function(&mut self, node: Node) -> Option<Function> {
        let specs = self.specs(node);
        let mut declarator = self.definition_declarator(node.child_by_field_name("declarator")?);
        if !matches!(declarator.derive.first(), Some(Derive::Function(_))) {
            let message = "expected a parameter list after this".to_owned();
            self.faults.said.push((declarator.span, message));
            return None;
        }
        let mut body_node = node.child_by_field_name("body")?;
        if let Some(brace) = body_node.child(0)
            && self.token(brace).is_none()
        {
            body_node = self.old_style(body_node, &mut declarator)?;
        }
        let name = declarator
            .name
            .as_ref()
            .map(|name| name.text.clone())
            .unwrap_or_default();
        let outer = std::mem::replace(&mut self.function, name);
        let body = self.with_depth(body_node, |chunk| chunk.block(body_node));
        self.function = outer;
        let body = body.unwrap_or_else(|| Block {
            items: Vec::new(),
            span: self.span(body_node),
        });
        Some(Function {
            specs,
            declarator,
            body,
            span: self.span(node),
        })
    }

    /// Converts `specs a, b = 1;`, with or without `typedef`.
    pub(super) fn declaration(&mut self, node: Node) -> Declaration {
        let mut specs = self.specs(node);
        if node.kind() == "type_definition" {
            specs.storage = Storage::Typedef;
        }
        let mut cursor = node.walk();
        let nodes: Vec<Node> = node
            .children_by_field_name("declarator", &mut cursor)
            .collect();
        let mut declarators: Vec<InitDeclarator> = nodes
            .into_iter()
            .map(|child| self.init_declarator(child))
            .collect();
        let of_objects = specs.attributes.take_those_of_objects();
        for one in &mut declarators {
            one.declarator
                .attributes
                .0
                .extend(of_objects.iter().cloned());
        }
        if let Some(ty) = inferred(&specs.ty, &declarators) {
            specs.ty = ty;
        }
        Declaration {
            specs,
            declarators,
            span: self.span(node),
        }
    }

    /// Converts `struct s { … };`, which in tree-sitter's tree is the type alone, followed by the semicolon.
    pub(super) fn declaration_of_type(&mut self, node: Node) -> Declaration {
        let mut specs = self.specs_of_type(node);
        specs.span = self.span(node);
        let semicolon = node
            .next_sibling()
            .filter(|next| next.kind() == ";" && !next.is_missing());
        let span = semicolon.map_or(specs.span, |semicolon| specs.span.to(self.span(semicolon)));
        Declaration {
            specs,
            declarators: Vec::new(),
            span,
        }
    }

    fn init_declarator(&mut self, node: Node) -> InitDeclarator {
        let span = self.span(node);
        if node.kind() != "init_declarator" {
            return InitDeclarator {
                declarator: self.declarator(node),
                init: None,
                span,
            };
        }
        let declarator = node.child_by_field_name("declarator").unwrap_or(node);
        let declarator = self.declarator(declarator);
        let init = node
            .child_by_field_name("value")
            .map(|value| self.init(value));
        InitDeclarator {
            declarator,
            init,
            span,
        }
    }

    fn init(&mut self, node: Node) -> Init {
        if node.kind() == "initializer_list" {
            return Init::List(self.init_list(node));
        }
        Init::Expr(self.expr(node))
    }

    /// Converts `{ … }` with designators.
    pub(super) fn init_list(&mut self, node: Node) -> InitList {
        let entries = self.with_depth(node, |chunk| {
            let entries = parts(node)
                .into_iter()
                .filter(|entry| entry.kind() != "comment");
            entries
                .filter_map(|entry| chunk.init_entry(entry))
                .collect()
        });
        InitList {
            entries: entries.unwrap_or_default(),
            span: self.span(node),
        }
    }

    fn init_entry(&mut self, node: Node) -> Option<InitEntry> {
        if node.kind() != "initializer_pair" {
            return Some(InitEntry {
                designators: Vec::new(),
                init: self.init(node),
            });
        }
        let designators = self.designators(node);
        let init = self.init(node.child_by_field_name("value")?);
        Some(InitEntry { designators, init })
    }

    /// Converts the designators of an `initializer_pair`.
    pub(super) fn designators(&mut self, pair: Node) -> Vec<Designator> {
        let mut cursor = pair.walk();
        let nodes: Vec<Node> = pair
            .children_by_field_name("designator", &mut cursor)
            .collect();
        nodes
            .into_iter()
            .filter_map(|node| self.designator(node))
            .collect()
    }

    fn designator(&mut self, node: Node) -> Option<Designator> {
        match node.kind() {
            "subscript_designator" => Some(Designator::Index(self.expr(*parts(node).first()?))),
            "subscript_range_designator" => {
                let low = self.expr(node.child_by_field_name("start")?);
                let high = self.expr(node.child_by_field_name("end")?);
                Some(Designator::Range(low, high))
            }
            "field_designator" => Some(Designator::Field(self.name(*parts(node).first()?))),
            "field_identifier" => Some(Designator::Field(self.name(node))),
            _ => None,
        }
    }
}

/// Whether a node is a type that stands alone.
pub(super) fn is_type(kind: &str) -> bool {
    matches!(
        kind,
        "struct_specifier"
            | "union_specifier"
            | "enum_specifier"
            | "primitive_type"
            | "type_identifier"
            | "sized_type_specifier"
    )
}

/// Type of `__auto_type x = value;`: that of `(0, value)`, in which arrays and functions have decayed to pointers.
fn inferred(ty: &TypeSpec, declarators: &[InitDeclarator]) -> Option<TypeSpec> {
    let is_auto = matches!(ty, TypeSpec::Unsupported(name) if name.text == "__auto_type");
    match declarators {
        [
            InitDeclarator {
                init: Some(Init::Expr(value)),
                ..
            },
        ] if is_auto => {
            let zero = Expr::int(0, value.span);
            let value = Expr {
                kind: ExprKind::Comma(Box::new(zero), Box::new(value.clone())),
                span: value.span,
            };
            Some(TypeSpec::TypeofExpr(Box::new(value)))
        }
        _ => None,
    }
}

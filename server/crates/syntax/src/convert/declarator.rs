//! Declarators: the name and the derivations, from the name outwards.

use tree_sitter::Node;

use super::{Chunk, children, parts};
use crate::ast::{Attributes, Declarator, Derive, Name, Param, Params, Specs, Storage, TypeSpec};
use crate::keywords::Word;
use crate::names::Role;

impl Chunk<'_, '_> {
    /// Converts a declarator with a name.
    pub(super) fn declarator(&mut self, node: Node) -> Declarator {
        self.any_declarator(Some(node), node, false)
    }

    /// Converts the declarator of a function definition, whose parameters may be names alone.
    pub(super) fn definition_declarator(&mut self, node: Node) -> Declarator {
        self.any_declarator(Some(node), node, true)
    }

    /// Converts a declarator that may be absent; `owner` is the node that contains it.
    pub(super) fn abstract_declarator(&mut self, node: Option<Node>, owner: Node) -> Declarator {
        self.any_declarator(node, owner, false)
    }

    fn any_declarator(&mut self, node: Option<Node>, owner: Node, definition: bool) -> Declarator {
        // A declarator that is absent has an empty span at the end of its owner.
        let span = node.map_or_else(
            || {
                let (_, end) = self.token_range(owner);
                self.span_of(end, end)
            },
            |node| self.span(node),
        );

        // The tree nests from the outermost derivation inwards to the name; the list begins at the name.
        let mut derive = Vec::new();
        let mut name = None;
        let mut next = node;
        while let Some(node) = next {
            next = inner_declarator(node);
            match node.kind() {
                "identifier" | "field_identifier" | "type_identifier" | "primitive_type" => {
                    name = self.declared_name(node);
                }
                "pointer_declarator" | "abstract_pointer_declarator" => {
                    derive.push(Derive::Pointer {
                        is_const: self.is_const_pointer(node),
                    });
                }
                "array_declarator" | "abstract_array_declarator" => {
                    let size = node
                        .child_by_field_name("size")
                        .filter(|size| size.kind() != "*");
                    derive.push(Derive::Array(size.map(|size| Box::new(self.expr(size)))));
                }
                "function_declarator" | "abstract_function_declarator" => {
                    if let Some(list) = node.child_by_field_name("parameters") {
                        let params = self.with_depth(list, |chunk| chunk.params(list, definition));
                        derive.push(Derive::Function(params.unwrap_or(Params {
                            params: Vec::new(),
                            variadic: false,
                            old_style: true,
                        })));
                    }
                }
                _ => {}
            }
        }
        derive.reverse();

        // Attributes stand in front of the declarator.
        let attributes = match node {
            Some(node) => {
                let (first, _) = self.token_range(node);
                self.attributes_of_declarator(first)
            }
            None => Attributes::default(),
        };
        Declarator {
            name,
            derive,
            attributes,
            span,
        }
    }

    /// Declared name; `None` if the skeleton inserted one for an unnamed bit-field.
    fn declared_name(&mut self, leaf: Node) -> Option<Name> {
        self.token(leaf).map(|_| self.name(leaf))
    }

    fn is_const_pointer(&self, node: Node) -> bool {
        let qualifiers = children(node)
            .into_iter()
            .filter(|child| child.kind() == "type_qualifier");
        qualifiers
            .into_iter()
            .any(|qualifier| self.text(qualifier).trim_matches('_') == "const")
    }

    fn params(&mut self, list: Node, definition: bool) -> Params {
        let mut result = Params {
            params: Vec::new(),
            variadic: false,
            old_style: false,
        };
        for child in parts(list) {
            match child.kind() {
                "variadic_parameter" => result.variadic = true,
                "identifier" => {
                    result.old_style = true;
                    result.params.push(self.undeclared_param(child));
                }
                "parameter_declaration" if definition && self.is_name_alone(child) => {
                    result.old_style = true;
                    result.params.push(self.undeclared_param(child));
                }
                "parameter_declaration" => {
                    let specs = self.specs(child);
                    let declarator =
                        self.abstract_declarator(child.child_by_field_name("declarator"), child);
                    result.params.push(Param { specs, declarator });
                }
                _ => {}
            }
        }
        if result.params.is_empty() && !result.variadic {
            result.old_style = true;
        }
        // Names alone are parameters only where none has a type: in `int a, b` the second is a type.
        let is_alone =
            |param: &&Param| param.specs.implicit_int && param.specs.span == param.declarator.span;
        if result.old_style && !result.params.iter().all(|param| is_alone(&param)) {
            for param in result.params.iter().filter(is_alone) {
                let name = param.declarator.name.as_ref().map_or("", |name| &name.text);
                self.converter
                    .problems
                    .error(param.specs.span, format!("unknown type name `{name}`"));
            }
        }
        let only_void = matches!(result.params.as_slice(), [only]
            if only.specs.ty == TypeSpec::Void && only.declarator.derive.is_empty() && only.declarator.name.is_none());
        if only_void {
            result.params.clear();
        }
        result
    }

    /// Whether a parameter is a single identifier that does not name a type.
    fn is_name_alone(&self, param: Node) -> bool {
        let (first, end) = self.token_range(param);
        end == first + 1 && self.role_at(first) == Role::Name
    }

    /// Converts an old-style parameter, which is `int` until a declaration says otherwise.
    fn undeclared_param(&mut self, node: Node) -> Param {
        let name = self.name(node);
        let span = name.span;
        let specs = Specs {
            storage: Storage::None,
            inline: false,
            is_const: false,
            is_volatile: false,
            ty: TypeSpec::Int,
            implicit_int: true,
            attributes: Attributes::default(),
            span,
        };
        Param {
            specs,
            declarator: Declarator {
                name: Some(name),
                derive: Vec::new(),
                attributes: Attributes::default(),
                span,
            },
        }
    }

    /// Whether a type name is a single identifier that does not name a type, and is really an expression.
    pub(super) fn is_expression_in_disguise(&self, type_descriptor: Node) -> bool {
        let (first, end) = self.token_range(type_descriptor);
        end == first + 1 && matches!(self.role_at(first), Role::Name | Role::Other(Word::None))
    }
}

/// Declarator inside a declarator.
fn inner_declarator(node: Node<'_>) -> Option<Node<'_>> {
    node.child_by_field_name("declarator").or_else(|| {
        let wraps = matches!(
            node.kind(),
            "parenthesized_declarator"
                | "abstract_parenthesized_declarator"
                | "attributed_declarator"
        );
        if wraps {
            parts(node).into_iter().next()
        } else {
            None
        }
    })
}

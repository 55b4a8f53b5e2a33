//! Declaration specifiers: storage, qualifiers, the type.

use tree_sitter::Node;

use super::{Chunk, parts};
use crate::Span;
use crate::ast::{
    Attributes, Enum, Expr, ExprKind, Field, Name, Record, Specs, Storage, TypeName, TypeSpec,
};
use crate::keywords::Word;
use crate::names::Role;
use crate::skeleton::typeof_skeleton;

impl Chunk<'_, '_> {
    /// Converts the specifiers of a declaration, parameter, member, function or type name.
    pub(super) fn specs(&mut self, node: Node) -> Specs {
        let mut specs = Specs {
            storage: Storage::None,
            inline: false,
            is_const: false,
            is_volatile: false,
            ty: TypeSpec::Int,
            implicit_int: true,
            attributes: Attributes::default(),
            span: Span::default(),
        };
        let mut range: Option<(usize, usize)> = None;
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let child = cursor.node();
            if cursor.field_name() == Some("type") {
                if let Some(ty) = self.type_specifier(child) {
                    specs.ty = ty;
                    specs.implicit_int = false;
                }
            } else if matches!(
                child.kind(),
                "storage_class_specifier" | "typedef" | "type_qualifier"
            ) {
                self.modifier(child, &mut specs);
            } else if range.is_some() {
                break;
            }
            let (first, end) = self.token_range(child);
            range = Some(range.map_or((first, end), |(start, _)| (start, end)));
            more = cursor.goto_next_sibling();
        }
        let (first, end) = range.unwrap_or_else(|| self.token_range(node));
        specs.span = self.span_of(first, end);
        specs.attributes = self.attributes_of_specs(first, end);
        specs
    }

    /// Converts the specifiers of a type that stands alone.
    pub(super) fn specs_of_type(&mut self, node: Node) -> Specs {
        let ty = self.type_specifier(node);
        let implicit_int = ty.is_none();
        Specs {
            storage: Storage::None,
            inline: false,
            is_const: false,
            is_volatile: false,
            ty: ty.unwrap_or(TypeSpec::Int),
            implicit_int,
            attributes: Attributes::default(),
            span: self.span(node),
        }
    }

    fn modifier(&self, node: Node, specs: &mut Specs) {
        match self.text(node).trim_matches('_') {
            "static" => specs.storage = Storage::Static,
            "extern" => specs.storage = Storage::Extern,
            "typedef" => specs.storage = Storage::Typedef,
            "auto" | "register" => specs.storage = Storage::None,
            "inline" => specs.inline = true,
            "const" => specs.is_const = true,
            "volatile" => specs.is_volatile = true,
            _ => {}
        }
    }

    /// Converts a type specifier; `None` for a type that the skeleton inserted.
    fn type_specifier(&mut self, node: Node) -> Option<TypeSpec> {
        Some(match node.kind() {
            "struct_specifier" | "union_specifier" => TypeSpec::Record(self.record(node)),
            "enum_specifier" => TypeSpec::Enum(self.enumeration(node)),
            "primitive_type" => {
                self.token(node)?;
                let (first, end) = self.token_range(node);
                match self.role_at(first) {
                    Role::Other(Word::Typeof) => self.typeof_type(node, first, end),
                    Role::Other(_) => self.base_type(first),
                    _ => TypeSpec::Named(self.name(node)),
                }
            }
            "type_identifier" => TypeSpec::Named(self.name(node)),
            _ => TypeSpec::Unsupported(Name {
                text: self.text(node).to_owned(),
                span: self.span(node),
            }),
        })
    }

    /// Collects the words of a built-in type: those at `first` and those separated from them by qualifiers.
    fn base_type(&self, first: usize) -> TypeSpec {
        let mut words = Vec::new();
        let mut at = first;
        let mut end = first;
        loop {
            match self.role_at(at) {
                Role::Other(Word::Base) => {
                    words.push(self.text_at(at));
                    end = at + 1;
                }
                Role::Other(Word::Qualifier | Word::Storage | Word::Ignored) => {}
                _ => break,
            }
            at += 1;
        }
        let span = self.span_of(first, end);
        combine(&words).unwrap_or_else(|| {
            TypeSpec::Unsupported(Name {
                text: words.join(" "),
                span,
            })
        })
    }

    /// Converts `typeof ( … )`, whose contents are parsed like those of a `sizeof`.
    fn typeof_type(&mut self, node: Node, first: usize, end: usize) -> TypeSpec {
        let span = self.span(node);
        let unsupported = |text: &str| {
            TypeSpec::Unsupported(Name {
                text: text.to_owned(),
                span,
            })
        };
        let Some(inner) = self.reparse_sizeof(first, end) else {
            return unsupported("typeof");
        };
        match inner.kind {
            ExprKind::SizeofExpr(expr) => TypeSpec::TypeofExpr(expr),
            ExprKind::SizeofType(ty) => TypeSpec::TypeofType(ty),
            _ => unsupported("typeof"),
        }
    }

    /// Parses the tokens `[first, end)` with the first one read as `sizeof`.
    fn reparse_sizeof(&mut self, first: usize, end: usize) -> Option<Expr> {
        let tokens = self.tokens.get(first..end)?;
        let roles = self.roles.get(first..end)?;
        let skeleton = typeof_skeleton(tokens, roles, 1, self.converter.interner);
        self.parse_apart(tokens, roles, skeleton)
    }

    fn record(&mut self, node: Node) -> Record {
        let body = node.child_by_field_name("body");
        let fields = body.map(|body| {
            self.with_depth(body, |chunk| chunk.fields(body))
                .unwrap_or_default()
        });
        let attributes = self.attributes_of_definition(node);
        Record {
            is_union: node.kind() == "union_specifier",
            tag: node.child_by_field_name("name").map(|name| self.name(name)),
            fields,
            attributes,
            span: self.span(node),
        }
    }

    /// Attributes of a record or enum that is defined here.
    fn attributes_of_definition(&mut self, node: Node) -> Attributes {
        if node.child_by_field_name("body").is_none() {
            return Attributes::default();
        }
        let (first, end) = self.token_range(node);
        self.attributes_of_record(first, end)
    }

    fn fields(&mut self, body: Node) -> Vec<Field> {
        let mut fields = Vec::new();
        for member in parts(body) {
            if member.kind() == "field_declaration" {
                self.field_declaration(member, &mut fields);
            }
        }
        fields
    }

    fn field_declaration(&mut self, node: Node, fields: &mut Vec<Field>) {
        let mut specs = self.specs(node);
        let first = fields.len();

        // Each declarator is a member; a width belongs to the declarator before it.
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let child = cursor.node();
            if cursor.field_name() == Some("declarator") {
                if fields.len() > first {
                    refer(&mut specs);
                } else {
                    name_definition(&mut specs, node);
                }
                let declarator = self.declarator(child);
                let declarator = declarator.name.is_some().then_some(declarator);
                let span = declarator
                    .as_ref()
                    .map_or_else(|| self.span(node), |declarator| declarator.span);
                fields.push(Field {
                    specs: specs.clone(),
                    declarator,
                    width: None,
                    span,
                });
            } else if child.kind() == "bitfield_clause" {
                let width = parts(child).first().map(|width| self.expr(*width));
                let span = self.span(child);
                if let Some(field) = fields.last_mut() {
                    field.span = field.span.to(span);
                    field.width = width;
                }
            }
            more = cursor.goto_next_sibling();
        }

        // An anonymous structure or union has members without a name of its own.
        if fields.len() == first {
            fields.push(Field {
                specs,
                declarator: None,
                width: None,
                span: self.span(node),
            });
        }
    }

    fn enumeration(&mut self, node: Node) -> Enum {
        let body = node.child_by_field_name("body");
        let enumerators = body.map(|body| {
            let members = parts(body)
                .into_iter()
                .filter(|member| member.kind() == "enumerator");
            members
                .filter_map(|member| self.enumerator(member))
                .collect()
        });
        let attributes = self.attributes_of_definition(node);
        Enum {
            tag: node.child_by_field_name("name").map(|name| self.name(name)),
            enumerators,
            attributes,
            span: self.span(node),
        }
    }

    fn enumerator(&mut self, node: Node) -> Option<(Name, Option<Expr>)> {
        let name = self.name(node.child_by_field_name("name")?);
        let value = node
            .child_by_field_name("value")
            .map(|value| self.expr(value));
        Some((name, value))
    }

    /// Converts a `type_descriptor`.
    pub(super) fn type_name(&mut self, node: Node) -> TypeName {
        let specs = self.specs(node);
        let declarator = self.abstract_declarator(node.child_by_field_name("declarator"), node);
        TypeName {
            specs,
            declarator,
            span: self.span(node),
        }
    }
}

/// Splits `struct { … } a, b;` as members: the first keeps the definition, the others refer to it by its tag. An
/// anonymous definition gets a tag that the source cannot contain.
fn name_definition(specs: &mut Specs, node: Node) {
    let mut cursor = node.walk();
    let several = node
        .children_by_field_name("declarator", &mut cursor)
        .count()
        > 1;
    let (TypeSpec::Record(Record { tag, span, .. }) | TypeSpec::Enum(Enum { tag, span, .. })) =
        &mut specs.ty
    else {
        return;
    };
    if several && tag.is_none() {
        *tag = Some(Name {
            text: format!("<anonymous at {}>", span.start),
            span: *span,
        });
    }
}

/// Turns a definition into a reference to it.
fn refer(specs: &mut Specs) {
    match &mut specs.ty {
        TypeSpec::Record(record) => record.fields = None,
        TypeSpec::Enum(found) => found.enumerators = None,
        _ => {}
    }
}

/// Type denoted by a set of words in any order.
fn combine(words: &[&str]) -> Option<TypeSpec> {
    let count = |wanted: &[&str]| words.iter().filter(|word| wanted.contains(word)).count();
    let longs = count(&["long"]);
    let short = count(&["short"]) == 1;
    let unsigned = count(&["unsigned"]) == 1;
    let signed = count(&["signed", "__signed", "__signed__"]) == 1;
    let int = count(&["int"]);
    let rest: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| {
            !matches!(
                *word,
                "long" | "short" | "unsigned" | "signed" | "__signed" | "__signed__" | "int"
            )
        })
        .collect();
    let sign = unsigned || signed;
    Some(match (rest.as_slice(), longs, short, sign, int) {
        (["void"], 0, false, false, 0) => TypeSpec::Void,
        (["_Bool"], 0, false, false, 0) => TypeSpec::Bool,
        (["float"], 0, false, false, 0) => TypeSpec::Float,
        (["double"], 0, false, false, 0) => TypeSpec::Double,
        (["double"], 1, false, false, 0) => TypeSpec::LongDouble,
        (["char"], 0, false, _, 0) if unsigned => TypeSpec::UnsignedChar,
        (["char"], 0, false, _, 0) if signed => TypeSpec::SignedChar,
        (["char"], 0, false, _, 0) => TypeSpec::Char,
        ([], 0, true, ..) if unsigned => TypeSpec::UnsignedShort,
        ([], 0, true, ..) => TypeSpec::Short,
        ([], 0, false, ..) if unsigned => TypeSpec::UnsignedInt,
        ([], 0, false, ..) => TypeSpec::Int,
        ([], 1, false, ..) if unsigned => TypeSpec::UnsignedLong,
        ([], 1, false, ..) => TypeSpec::Long,
        ([], 2, false, ..) if unsigned => TypeSpec::UnsignedLongLong,
        ([], 2, false, ..) => TypeSpec::LongLong,
        _ => return None,
    })
}

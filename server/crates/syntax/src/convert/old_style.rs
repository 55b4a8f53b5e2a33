//! Old-style definitions: `int f(a, b) char *a; int b; { … }`.

use tree_sitter::Node;

use super::{Chunk, parts};
use crate::ast::{Declaration, Declarator, Derive, Param};

impl Chunk<'_, '_> {
    /// Reads the block that the skeleton puts around parameter declarations and body; returns the body.
    pub(super) fn old_style<'t>(
        &mut self,
        block: Node<'t>,
        declarator: &mut Declarator,
    ) -> Option<Node<'t>> {
        let mut body = None;
        for child in parts(block) {
            match child.kind() {
                "declaration" => {
                    let declaration = self.declaration(child);
                    self.declare_params(declarator, declaration);
                }
                "compound_statement" => body = Some(child),
                _ => {}
            }
        }
        body
    }

    /// Gives parameters the types from a declaration between parameter list and body.
    fn declare_params(&mut self, declarator: &mut Declarator, declaration: Declaration) {
        let Some(Derive::Function(params)) = declarator.derive.first_mut() else {
            return;
        };
        for declared in declaration.declarators {
            let name = declared.declarator.name.as_ref().map(|name| &name.text);
            let same =
                |param: &&mut Param| param.declarator.name.as_ref().map(|name| &name.text) == name;
            if let Some(param) = params.params.iter_mut().find(same) {
                param.specs = declaration.specs.clone();
                param.declarator = declared.declarator;
            } else {
                let message = format!(
                    "`{}` is not in the parameter list",
                    name.map_or("", |name| name)
                );
                self.converter.problems.error(declared.span, message);
            }
        }
    }
}

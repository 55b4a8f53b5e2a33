//! Dependence graphs in the Graphviz language.

use std::fmt::Write as _;

use crate::location::DependenceKind;

/// Role of a node in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// An execution of a component.
    Statement,
    /// The failure.
    Failure,
    /// Code that belongs to no component.
    Point,
}

/// The graph as Graphviz text: nodes with their labels, and edges between indices of nodes, from the dependent node to
/// the one that it depends on.
pub fn dot(nodes: &[(String, Shape)], edges: &[(usize, usize, DependenceKind)]) -> String {
    let mut text = String::from(
        "digraph dependences {\n  rankdir=BT;\n  node [shape=box, fontname=\"monospace\"];\n",
    );
    for (i, (label, shape)) in nodes.iter().enumerate() {
        let label = escaped(label);
        let shape = match shape {
            Shape::Statement => "",
            Shape::Failure => ", style=bold, color=red",
            Shape::Point => ", shape=point",
        };
        let _ = writeln!(text, "  n{i} [label=\"{label}\"{shape}];");
    }
    for (from, to, kind) in edges {
        let style = match kind {
            DependenceKind::Data => "",
            DependenceKind::Control => " [style=dashed]",
            DependenceKind::Summary => " [style=dotted]",
            DependenceKind::Order => " [color=gray]",
            DependenceKind::Aliased => " [style=dotted, color=gray]",
        };
        let _ = writeln!(text, "  n{from} -> n{to}{style};");
    }
    text.push_str("}\n");
    text
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let nodes = [
            ("1: puts(\"a\\n\")".to_owned(), Shape::Failure),
            ("2: x = 1\nagain".to_owned(), Shape::Statement),
        ];
        let text = dot(&nodes, &[(0, 1, DependenceKind::Summary)]);
        let first = r#"n0 [label="1: puts(\"a\\n\")", style=bold, color=red];"#;
        assert!(text.contains(first), "{text}");
        assert!(text.contains(r#"n1 [label="2: x = 1\nagain"];"#), "{text}");
        assert!(text.contains("n0 -> n1 [style=dotted];"), "{text}");
    }
}

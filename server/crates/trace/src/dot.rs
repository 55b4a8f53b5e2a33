//! The graph of a slice in the language of Graphviz.

use std::fmt::Write as _;

use crate::place::Kind;
use crate::slice::Slice;
use crate::slice::SliceNode;

/// The graph of executions of components. `label` says what a node is, in any text; nodes without a component are points
/// unless it says something.
pub fn dot(slice: &Slice, label: &dyn Fn(&SliceNode) -> String) -> String {
    let mut text = String::from(
        "digraph dependences {\n  rankdir=BT;\n  node [shape=box, fontname=\"monospace\"];\n",
    );
    let groups = slice.groups();
    let event = groups.len().checked_sub(1);
    for (i, node) in groups.iter().enumerate() {
        let words = escaped(&label(node));
        let shape = match (Some(i) == event, words.is_empty()) {
            (true, _) => ", style=bold, color=red",
            (false, true) => ", shape=point",
            (false, false) => "",
        };
        let _ = writeln!(text, "  n{i} [label=\"{words}\"{shape}];");
    }
    for (from, to, kind) in slice.grouped_edges() {
        let style = match kind {
            Kind::Data => "",
            Kind::Control => " [style=dashed]",
            Kind::Summary => " [style=dotted]",
            Kind::Order => " [color=gray]",
            Kind::Aliased => " [style=dotted, color=gray]",
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

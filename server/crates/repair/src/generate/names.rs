//! Replaces a name everywhere in an expression: `n * (n + 1) / 2` where `i * (i + 1) / 2` was meant.

use syntax::Span;
use syntax::ast::{Expr, ExprKind};
use syntax::visit::{Walk, each_inside};

use crate::generate::edit_maker::Maker;
use crate::generate::scope::Scope;
use crate::kind::EditKind;
use crate::limits::MAX_NAMES;

impl Maker<'_> {
    /// Replaces each name that occurs more than once by another, everywhere. Only whole values are edited, not their
    /// parts.
    pub(crate) fn replace_name_everywhere(&mut self, scope: &Scope) {
        let mut uses: Vec<(String, Vec<Span>)> = Vec::new();
        let mut is_written = true;
        each_inside(&mut self.e.clone(), &mut |e| {
            is_written &= self.parse.macro_use_at(e.span).is_none();
            if let ExprKind::Ident(name) = &e.kind {
                match uses.iter_mut().find(|(known, _)| known == name) {
                    Some((_, spans)) => spans.push(e.span),
                    None => uses.push((name.clone(), vec![e.span])),
                }
            }
            Walk::On
        });
        if !is_written {
            return;
        }
        for (name, mut spans) in uses {
            spans.sort();
            spans.dedup();
            if spans.len() < 2 || !scope.is_plain(&name) {
                continue;
            }
            for peer in scope.peers(&name).take(MAX_NAMES) {
                if let Some(text) = self.renamed(&spans, peer) {
                    let tree = renamed(self.e, &name, peer);
                    self.whole(tree.kind, text, EditKind::Name);
                }
            }
        }
    }

    /// The text with a name at these places, which are in order.
    fn renamed(&self, spans: &[Span], name: &str) -> Option<String> {
        let whole = self.e.span;
        let text = self.parse.sources.text(whole);
        let (mut new, mut at) = (String::new(), 0);
        for span in spans {
            let start = span.start.checked_sub(whole.start)? as usize;
            new.push_str(text.get(at..start)?);
            new.push_str(name);
            at = span.end.checked_sub(whole.start)? as usize;
        }
        new.push_str(text.get(at..)?);
        Some(new)
    }
}

fn renamed(e: &Expr, old: &str, new: &str) -> Expr {
    let mut tree = e.clone();
    each_inside(&mut tree, &mut |e| {
        if let ExprKind::Ident(name) = &mut e.kind
            && name == old
        {
            new.clone_into(name);
        }
        Walk::On
    });
    tree
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn a_name_is_exchanged_wherever_it_stands() {
        let edits = edited("int f(int n, int i) { return n * (n + 1) / 2; }");
        let text = "int f(int n, int i) { return i * (i + 1) / 2; }";
        assert!(edits.contains(text), "{edits:#?}");
    }
}

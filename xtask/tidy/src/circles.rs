//! Rule: no two modules of a crate depend on each other in a circle.
//!
//! An edge goes from a module to each sibling that it names, by a `use` or by a path. Everything inside a module counts
//! as the module itself. A name that a parent re-exports counts as a name of the module that defines it. References
//! from a child to its parent's own file, and from a parent to its children, are not edges, because nesting implies
//! them.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::graph::DiGraph;
use syn::visit::Visit;

use crate::source::{Module, Repository};
use crate::{Finding, Rule};

/// Edges between siblings, by the module or crate that contains them, each with a file that causes it.
type Edges = BTreeMap<Vec<String>, BTreeMap<(String, String), String>>;

pub(crate) fn check(repository: &Repository) -> Rule {
    let packages: BTreeSet<&str> = repository
        .modules
        .iter()
        .map(|m| m.package.as_str())
        .collect();
    let mut findings = Vec::new();
    for package in packages {
        let modules: Vec<&Module> = repository
            .modules
            .iter()
            .filter(|m| m.package == package)
            .collect();
        findings.extend(circles(package, &modules));
    }
    Rule {
        name: "circles of modules",
        is_error: true,
        findings,
    }
}

fn circles(package: &str, modules: &[&Module]) -> Vec<Finding> {
    let names: BTreeSet<&[String]> = modules
        .iter()
        .map(|module| module.name.as_slice())
        .collect();
    let exports: BTreeMap<&[String], BTreeMap<String, Vec<String>>> = modules
        .iter()
        .map(|module| (module.name.as_slice(), exported(module)))
        .collect();
    let mut edges = Edges::new();
    for module in modules {
        for path in mentioned(module) {
            let target = home(&path, &names, &exports);
            let shared = module
                .name
                .iter()
                .zip(&target)
                .take_while(|(a, b)| a == b)
                .count();
            if let (Some(from), Some(to)) = (module.name.get(shared), target.get(shared)) {
                let siblings = edges.entry(module.name[..shared].to_vec()).or_default();
                siblings
                    .entry((from.clone(), to.clone()))
                    .or_insert_with(|| module.path.clone());
            }
        }
    }
    let found = edges.into_iter().flat_map(|(parent, edges)| {
        let parent = if parent.is_empty() {
            package.to_owned()
        } else {
            format!("{package}: {}", parent.join("::"))
        };
        of_siblings(&parent, &edges)
    });
    found.collect()
}

/// Circles among siblings.
fn of_siblings(parent: &str, edges: &BTreeMap<(String, String), String>) -> Vec<Finding> {
    let mut graph = DiGraph::<&str, ()>::new();
    let mut nodes = BTreeMap::new();
    for name in edges.keys().flat_map(|(from, to)| [from, to]) {
        nodes
            .entry(name.as_str())
            .or_insert_with(|| graph.add_node(name));
    }
    for (from, to) in edges.keys() {
        graph.add_edge(nodes[from.as_str()], nodes[to.as_str()], ());
    }
    let components = petgraph::algo::tarjan_scc(&graph);
    let circles = components
        .into_iter()
        .filter(|component| component.len() > 1);
    let finding = circles.map(|circle| {
        let mut names: Vec<&str> = circle.into_iter().map(|node| graph[node]).collect();
        names.sort_unstable();
        let inside = |name: &str| names.contains(&name);
        let within = edges
            .iter()
            .filter(|((from, to), _)| inside(from) && inside(to));
        let arrows: Vec<String> = within
            .clone()
            .map(|((from, to), file)| format!("{from} → {to} ({file})"))
            .collect();
        Finding {
            file: parent.to_owned(),
            line: 1,
            message: format!("{} use each other: {}", names.join(", "), arrows.join("; ")),
        }
    });
    finding.collect()
}

/// The module that defines the item of a path.
fn home(
    path: &[String],
    names: &BTreeSet<&[String]>,
    exports: &BTreeMap<&[String], BTreeMap<String, Vec<String>>>,
) -> Vec<String> {
    let mut path = path.to_vec();
    // A re-export may refer to another one.
    for _ in 0..8 {
        let depth = (0..=path.len())
            .rev()
            .find(|depth| names.contains(&path[..*depth]));
        let depth = depth.unwrap_or(0);
        let module = &path[..depth];
        let exported = path
            .get(depth)
            .and_then(|name| exports.get(module)?.get(name));
        match exported {
            Some(target) if target != &path => {
                path = [target.as_slice(), &path[depth + 1..]].concat();
            }
            _ => return module.to_vec(),
        }
    }
    path
}

/// Names that a module re-exports, with their paths in the crate.
fn exported(module: &Module) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for item in &module.tree.items {
        if let syn::Item::Use(item) = item
            && !matches!(item.vis, syn::Visibility::Inherited)
        {
            each_use(&item.tree, &mut Vec::new(), &mut |path, name| {
                // `pub use child::Item` names a child without `self`.
                let path = absolute(module, path)
                    .unwrap_or_else(|| [module.name.as_slice(), path].concat());
                found.insert(name.to_owned(), path);
            });
        }
    }
    found
}

/// All paths in the crate that a module names.
fn mentioned(module: &Module) -> BTreeSet<Vec<String>> {
    let mut paths = Paths {
        module,
        found: BTreeSet::new(),
    };
    paths.visit_file(&module.tree);
    paths.found
}

struct Paths<'m> {
    module: &'m Module,
    found: BTreeSet<Vec<String>>,
}

impl<'a> Visit<'a> for Paths<'_> {
    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        let module = self.module;
        each_use(&item.tree, &mut Vec::new(), &mut |path, _| {
            self.found.extend(absolute(module, path));
        });
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.found.extend(absolute(self.module, &names));
        syn::visit::visit_path(self, path);
    }
}

/// Absolute path in the crate; `None` if the path does not begin with a known root.
fn absolute(module: &Module, path: &[String]) -> Option<Vec<String>> {
    let first = path.first()?;
    if first == "crate" {
        return Some(path[1..].to_vec());
    }
    let mut from = module.name.clone();
    let ups = path.iter().take_while(|part| *part == "super").count();
    match (ups, first.as_str()) {
        (0, "self") => return Some([&from, &path[1..]].concat()),
        (0, _) => return None,
        _ => from.truncate(from.len().checked_sub(ups)?),
    }
    Some([&from, &path[ups..]].concat())
}

/// Calls `f` with each path of a `use` and the name that it introduces.
fn each_use(tree: &syn::UseTree, before: &mut Vec<String>, f: &mut dyn FnMut(&[String], &str)) {
    match tree {
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            each_use(&path.tree, before, f);
            before.pop();
        }
        syn::UseTree::Name(name) if name.ident == "self" => {
            let last = before.last().cloned().unwrap_or_default();
            f(before, &last);
        }
        syn::UseTree::Name(name) => {
            before.push(name.ident.to_string());
            f(before, &name.ident.to_string());
            before.pop();
        }
        syn::UseTree::Rename(rename) => {
            before.push(rename.ident.to_string());
            f(before, &rename.rename.to_string());
            before.pop();
        }
        syn::UseTree::Glob(_) => f(before, "*"),
        syn::UseTree::Group(group) => {
            for tree in &group.items {
                each_use(tree, before, f);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::module;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let modules: Vec<Module> = files
            .iter()
            .map(|(path, text)| module(&format!("p/src/{path}"), text).unwrap().unwrap())
            .collect();
        let modules: Vec<&Module> = modules.iter().collect();
        let circles = circles("p", &modules);
        circles.into_iter().map(|circle| circle.message).collect()
    }

    #[test]
    fn siblings_that_name_each_other_are_a_circle() {
        let a = ("a.rs", "use crate::b::B; struct A;");
        let b = ("b/mod.rs", "mod c;");
        let c = ("b/c.rs", "fn f(x: crate::a::A) {}");
        let root = ("lib.rs", "mod a; mod b;");
        let circles = found(&[root, a, b, c]);
        assert_eq!(
            circles,
            ["a, b use each other: a → b (p/src/a.rs); b → a (p/src/b/c.rs)"]
        );
        assert!(found(&[root, a, b, ("b/c.rs", "")]).is_empty());
    }

    #[test]
    fn a_re_export_counts_as_what_it_names() {
        let root = ("lib.rs", "mod a; mod b; pub use b::B;");
        let a = ("a.rs", "use super::B;");
        let b = ("b.rs", "use crate::a::A;");
        assert_eq!(found(&[root, a, b]).len(), 1);
        // An item in the root itself belongs to no sibling.
        let a = ("a.rs", "use super::R;");
        assert!(found(&[root, a, b]).is_empty());
    }

    #[test]
    fn what_is_for_tests_does_not_count() {
        let a = ("a.rs", "use crate::b::B;");
        let b = ("b.rs", "#[cfg(test)] mod tests { use crate::a::A; }");
        assert!(found(&[("lib.rs", ""), a, b]).is_empty());
    }
}

//! Counts of the syntax tree: closures, constants, errors and parameters.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::Visit;

use crate::Finding;
use crate::source::{Module, Repository};

/// Counted places of the syntax tree.
#[derive(Default)]
pub(super) struct SyntaxPlaces {
    /// Closures that get a name and are used once in the rest of their block.
    pub(super) closures_used_once: Vec<Finding>,
    /// Numeric constants that are not in a file `limits.rs`.
    pub(super) constants_outside_limits: Vec<Finding>,
    /// Types `Result<_, String>`.
    pub(super) string_errors: Vec<Finding>,
    /// Parameters of functions that are patterns of tuples.
    pub(super) tuple_parameters: Vec<Finding>,
}

impl SyntaxPlaces {
    pub(super) fn find(repository: &Repository) -> SyntaxPlaces {
        let mut places = SyntaxPlaces::default();
        for module in &repository.modules {
            let mut visitor = Visitor {
                module,
                places: &mut places,
            };
            visitor.visit_file(&module.tree);
        }
        places
    }
}

struct Visitor<'a> {
    module: &'a Module,
    places: &'a mut SyntaxPlaces,
}

impl Visitor<'_> {
    fn finding(&self, place: &impl Spanned, message: String) -> Finding {
        Finding {
            file: self.module.path.clone(),
            line: place.span().start().line,
            message,
        }
    }

    fn constant(&mut self, name: &syn::Ident, ty: &syn::Type) {
        if is_numeric(ty) && !self.module.path.ends_with("/limits.rs") {
            let finding = self.finding(name, format!("constant `{name}`"));
            self.places.constants_outside_limits.push(finding);
        }
    }
}

impl<'a> Visit<'a> for Visitor<'_> {
    fn visit_block(&mut self, block: &'a syn::Block) {
        for (index, statement) in block.stmts.iter().enumerate() {
            let Some(name) = closure_name(statement) else {
                continue;
            };
            let rest = &block.stmts[index + 1..];
            let uses: usize = rest
                .iter()
                .map(|statement| uses(statement.to_token_stream(), name))
                .sum();
            if uses == 1 {
                let finding = self.finding(name, format!("closure `{name}` is used once"));
                self.places.closures_used_once.push(finding);
            }
        }
        syn::visit::visit_block(self, block);
    }

    fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
        self.constant(&item.ident, &item.ty);
        syn::visit::visit_item_const(self, item);
    }

    fn visit_impl_item_const(&mut self, item: &'a syn::ImplItemConst) {
        self.constant(&item.ident, &item.ty);
        syn::visit::visit_impl_item_const(self, item);
    }

    fn visit_path_segment(&mut self, segment: &'a syn::PathSegment) {
        if segment.ident == "Result"
            && let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments
            && let Some(syn::GenericArgument::Type(syn::Type::Path(error))) = arguments.args.get(1)
            && error.path.is_ident("String")
        {
            let finding = self.finding(segment, "`Result<_, String>`".to_owned());
            self.places.string_errors.push(finding);
        }
        syn::visit::visit_path_segment(self, segment);
    }

    fn visit_signature(&mut self, signature: &'a syn::Signature) {
        for input in &signature.inputs {
            if let syn::FnArg::Typed(parameter) = input
                && let syn::Pat::Tuple(_) = *parameter.pat
            {
                let message = format!("tuple parameter of `{}`", signature.ident);
                let finding = self.finding(parameter, message);
                self.places.tuple_parameters.push(finding);
            }
        }
        syn::visit::visit_signature(self, signature);
    }
}

/// Name that a statement gives to a closure.
fn closure_name(statement: &syn::Stmt) -> Option<&syn::Ident> {
    let syn::Stmt::Local(local) = statement else {
        return None;
    };
    let syn::Expr::Closure(_) = *local.init.as_ref()?.expr else {
        return None;
    };
    match &local.pat {
        syn::Pat::Ident(pattern) => Some(&pattern.ident),
        _ => None,
    }
}

/// Number of times that tokens use a local name; fields and methods of the name do not count.
fn uses(tokens: TokenStream, name: &syn::Ident) -> usize {
    let mut count = 0;
    let mut is_member = false;
    for token in tokens {
        match &token {
            TokenTree::Ident(ident) if ident == name && !is_member => count += 1,
            TokenTree::Group(group) => count += uses(group.stream(), name),
            _ => {}
        }
        is_member = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '.');
    }
    count
}

/// Whether a type is a number or a length of time.
fn is_numeric(ty: &syn::Type) -> bool {
    const NUMERIC: [&str; 15] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64", "Duration",
    ];
    let syn::Type::Path(path) = ty else {
        return false;
    };
    NUMERIC.iter().any(|name| path.path.is_ident(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::repository;

    /// Lines of places that `count` selects in a text.
    fn lines(count: fn(SyntaxPlaces) -> Vec<Finding>, path: &str, text: &str) -> Vec<usize> {
        let places = count(SyntaxPlaces::find(&repository(&[(path, text)])));
        places.into_iter().map(|place| place.line).collect()
    }

    #[test]
    fn closures_that_are_used_once() {
        let text = "fn f(x: u8) {
            let once = |a: u8| a + x;
            let twice = move |a| a;
            let mut in_macro = || 1;
            let of_member = || x.of_member + 1;
            let number = x + 1;
            vec![in_macro()];
            if x > 0 {
                let inner = || 2;
                g(twice(once(1)), of_member(), y.of_member, inner);
            }
            twice(number)
        }
        impl T { fn g() { let h = || 1; h(); } }
        trait T { fn g() { let h = || 1; h(); } }
        #[cfg(test)]
        mod tests { fn g() { let h = || 1; h(); } }";
        let found = lines(|places| places.closures_used_once, "p/src/a.rs", text);
        assert_eq!(found, [2, 4, 5, 9, 14, 15]);
    }

    #[test]
    fn numeric_constants() {
        let text = "const A: usize = 1;
            const B: &str = \"b\";
            const C: std::time::Duration = D;
            const D: Duration = Duration::from_secs(1);
            static E: u8 = 1;
            fn f() { const F: f64 = 0.5; }
            impl T { const G: u64 = 1 << 3; #[cfg(test)] const H: u8 = 1; }
            #[cfg(all(test, unix))]
            const I: u8 = 2;
            const J: [u8; 2] = [1, 2];";
        let count = |path| lines(|places| places.constants_outside_limits, path, text);
        assert_eq!(count("p/src/a.rs"), [1, 4, 6, 7]);
        assert!(count("p/src/limits.rs").is_empty());
        assert_eq!(count("p/src/other_limits.rs").len(), 4);
    }

    #[test]
    fn strings_as_errors() {
        let text = "fn a() -> Result<(), String> { Ok(()) }
            fn b() -> Result<String, Error> { Ok::<_, String>(1) }
            fn c() -> io::Result<String> { let x: Result<u8, String> = y.parse(); }
            type Outcome = std::result::Result<Vec<u8>, String>;
            struct S { f: Option<Result<u8, String>>, g: fn() -> Result<u8, String> }
            #[test]
            fn t() -> Result<(), String> { Ok(()) }";
        let found = lines(|places| places.string_errors, "p/src/a.rs", text);
        assert_eq!(found, [1, 3, 4, 5, 5]);
    }

    #[test]
    fn parameters_that_are_tuples() {
        let text = "fn a((x, y): (u8, u8), (z, _): (u8, u8)) {}
            fn b(x: (u8, u8), [y, z]: [u8; 2]) { v.map(|(p, q)| p + q); }
            impl T { fn c(&self, &(x, y): &(u8, u8), (s, t): (u8, u8)) {} }
            trait U { fn d(&self, (x, y): (u8, u8)) {} }";
        let found = lines(|places| places.tuple_parameters, "p/src/a.rs", text);
        assert_eq!(found, [1, 1, 3, 4]);
    }
}

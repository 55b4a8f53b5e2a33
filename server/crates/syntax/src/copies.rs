//! Functions of headers that several units have alike.
//!
//! A `static inline` function in a header is compiled once for each unit that includes it, but it is one text: a fault
//! in it is one fault, and an edit changes all copies. Copies that mean the same are therefore one function of the
//! program, that of the first unit.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{Function, Item};
use crate::meanings::{Meanings, has_state, is_own};
use crate::{Parse, Sources, Span, dump};

/// A function by its text: the path of its header and where it starts there.
type Place<'a> = (&'a str, u32);

impl Parse {
    /// Finds which functions are copies of an earlier unit's: to be called once all units are linked, and before the
    /// tree is edited.
    pub fn find_copies(&mut self) {
        let mut copies = FxHashMap::default();
        let mut first: FxHashMap<Place<'_>, Vec<(usize, String)>> = FxHashMap::default();
        let units: Vec<&[Item]> = self.unit.translation_units().collect();
        let shared = shared_places(&units, &self.sources);
        for (unit, items) in units.iter().enumerate() {
            let of_headers: Vec<(Place<'_>, &Function)> = functions(items)
                .filter_map(|f| Some((place(f.span, &self.sources)?, f)))
                .filter(|(place, _)| shared.contains(place))
                .collect();
            if of_headers.is_empty() {
                continue;
            }
            let meanings = Meanings::of_unit(items, unit);
            for (place, f) in of_headers {
                if !is_own(f, items) || has_state(f) {
                    continue;
                }
                let text = meanings.spelled_out(dump::function(f));
                let known = first.entry(place).or_default();
                match known.iter().find(|(_, known)| *known == text) {
                    Some((earlier, _)) => {
                        copies.insert(f.span, *earlier);
                    }
                    None => known.push((unit, text)),
                }
            }
        }
        self.copies = copies;
    }
}

/// Places from which several units have a function.
fn shared_places<'a>(units: &[&[Item]], sources: &'a Sources) -> FxHashSet<Place<'a>> {
    let mut seen = FxHashSet::default();
    let all = units.iter().flat_map(|items| functions(items));
    let places = all.filter_map(|f| place(f.span, sources));
    places.filter(|place| !seen.insert(*place)).collect()
}

fn functions(items: &[Item]) -> impl Iterator<Item = &Function> {
    items.iter().filter_map(|item| match item {
        Item::Function(f) => Some(f),
        _ => None,
    })
}

fn place(span: Span, sources: &Sources) -> Option<Place<'_>> {
    Some((&sources.file(span.file)?.path, span.start))
}

#[cfg(test)]
mod tests {
    use crate::{Includes, Options, Parse, parse};

    /// A folder with one header.
    struct Folder<'a>(&'a str);

    impl Includes for Folder<'_> {
        fn open(&self, name: &str, _: &str, _: bool) -> Option<(String, String)> {
            (name == "a.h").then(|| ("inc/a.h".to_owned(), self.0.to_owned()))
        }
    }

    /// Names of the functions of the header that the second unit has as the first one; `before` stands before the
    /// include of the second unit.
    fn copies(header: &str, before: &str) -> Vec<String> {
        let unit = |before: &str, first_file| {
            let text = format!("{before}\n#include \"a.h\"\n");
            let options = Options {
                first_file,
                ..Options::default()
            };
            parse(&format!("{first_file}.c"), &text, &Folder(header), &options)
        };
        let mut all: Parse = unit("", 0);
        all.link(unit(before, 2));
        all.find_copies();
        let name = |f: &crate::ast::Function| f.declarator.name.as_ref().unwrap().text.clone();
        let functions = all.unit.functions();
        let copies = functions.filter(|f| all.copies.get(&f.span) == Some(&0));
        copies.map(name).collect()
    }

    #[test]
    fn what_means_the_same_in_both_units_is_one_function() {
        let header = "typedef int num; enum { LOW = 3 };\n\
            static inline num least(num a) { return a < LOW ? LOW : a; }\n\
            static int twice(int a) { return 2 * least(a); }\n\
            int shared(int);\n\
            inline int other(int a) { return shared(a); }\n";
        assert_eq!(copies(header, ""), ["least", "twice", "other"]);
    }

    #[test]
    fn names_that_mean_something_else_make_two_functions() {
        let header = "static int f(int a) { return a * K; }\nstatic int g(int a) { return f(a) + 1; }\n\
            static int h(int a) { return a; }\n";
        let units = |first: &str, second: &str| {
            copies(&format!("#ifndef K\n{first}\n#endif\n{header}"), second)
        };
        assert_eq!(units("#define K 2", ""), ["f", "g", "h"]);
        assert_eq!(units("#define K 2", "#define K 3"), ["h"]);
        assert_eq!(
            units("enum { K = 2 };", "enum { K = 3 };\n#define K K"),
            ["h"]
        );
        assert_eq!(units("static const int K = 2;", ""), ["f", "g", "h"]);
        assert_eq!(units("static int K = 2;", ""), ["h"]);
        assert_eq!(units("extern int K;", ""), ["f", "g", "h"]);
    }

    #[test]
    fn functions_with_objects_of_their_own_stay_apart() {
        let header = "static int next(void) { static int last; return ++last; }\n\
            static int after(void) { return next(); }\n\
            __attribute__((constructor)) static void begin(void) {}\n";
        assert!(copies(header, "").is_empty());
    }
}

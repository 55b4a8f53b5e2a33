//! Recognition of identifiers that name types.
//!
//! C cannot be parsed without this knowledge (`(a) - 1`, `a * b;`), and tree-sitter can only guess. One pass over the
//! tokens tracks the typedef names in scope: `typedef` declares, braces open and close scopes, and a declaration of an
//! object with the same name hides the type. No parser is needed, because a declarator's name is easy to recognise: it
//! is the first identifier after the specifiers, and a typedef name that follows a type is being redeclared.

use rustc_hash::FxHashMap;

use crate::keywords::{Word, word};
use crate::token::{Interner, Sym, Token};

/// Role of a token at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Not an identifier: a keyword, a literal, punctuation.
    Other(Word),
    /// Name of an object, a function, a label or a member: anything but a type.
    Name,
    /// The tag after `struct`, `union`, `enum`.
    Tag,
    /// A typedef name used as a type.
    Type,
}

impl Role {
    /// Whether the token names, or starts, a type.
    pub(crate) fn is_type(self) -> bool {
        self == Role::Type || matches!(self, Role::Other(word) if word.is_type())
    }

    /// Whether the token may stand among a declaration's specifiers.
    pub(crate) fn is_specifier(self) -> bool {
        self == Role::Type || matches!(self, Role::Other(word) if word.is_specifier())
    }
}

/// Computes the role of every token.
pub(crate) fn roles(tokens: &[Token], interner: &Interner) -> Vec<Role> {
    let mut scan = Scan::new(tokens, interner);
    for at in 0..tokens.len() {
        scan.step(at);
    }
    scan.roles
}

/// Progress within a `typedef`.
struct Typedef {
    /// Depths at which the typedef's own commas and semicolon stand.
    braces: usize,
    parens: usize,
    /// Whether a type was seen; a declarator follows.
    typed: bool,
    /// Whether the current declarator's name was seen.
    named: bool,
}

struct Scan<'t> {
    tokens: &'t [Token],
    interner: &'t Interner,
    roles: Vec<Role>,
    /// Meanings of names that were ever a typedef name, innermost last: brace depth and whether it is a type.
    meanings: FxHashMap<Sym, Vec<(usize, bool)>>,
    /// Names to forget when their scope closes, with its depth.
    scoped: Vec<(usize, Sym)>,
    /// Open braces; true for those of a struct or union.
    braces: Vec<bool>,
    parens: usize,
    typedefs: Vec<Typedef>,
    /// Whether the brace that closed last belonged to a struct, union or enum specifier.
    specifier_closed: bool,
    /// First and last token of each attribute so far, in order.
    attributes: Vec<(usize, usize)>,
}

impl<'t> Scan<'t> {
    fn new(tokens: &'t [Token], interner: &'t Interner) -> Self {
        Self {
            tokens,
            interner,
            roles: Vec::new(),
            meanings: FxHashMap::default(),
            scoped: Vec::new(),
            braces: Vec::new(),
            parens: 0,
            typedefs: Vec::new(),
            specifier_closed: false,
            attributes: Vec::new(),
        }
    }

    /// Role of a word in an attribute, which declares nothing.
    fn in_attribute(&self, token: Token) -> Role {
        match word(token, self.interner) {
            Word::Name if self.names_type(token.text) => Role::Type,
            Word::Name => Role::Name,
            other => Role::Other(other),
        }
    }

    /// Index of the parenthesis that closes the attribute at `at`.
    fn attribute_end(&self, at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for i in at + 1..self.tokens.len() {
            match self.text(i) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return (self.text(at + 1) == "(").then_some(i);
            }
        }
        None
    }

    /// Role of the token before `at`, skipping attributes.
    fn role_before(&self, at: usize) -> Option<Role> {
        let mut before = at.checked_sub(1)?;
        while let Some(earlier) = self.before_attribute(before) {
            before = earlier;
        }
        self.roles.get(before).copied()
    }

    /// Token before the attribute that ends at `at`.
    fn before_attribute(&self, at: usize) -> Option<usize> {
        let known = self.attributes.binary_search_by_key(&at, |(_, end)| *end);
        known.ok().and_then(|i| self.attributes[i].0.checked_sub(1))
    }

    fn text(&self, at: usize) -> &'t str {
        self.tokens
            .get(at)
            .map_or("", |token| self.interner.get(token.text))
    }

    fn step(&mut self, at: usize) {
        let Some(&token) = self.tokens.get(at) else {
            return;
        };
        if let Some((_, end)) = self.attributes.last()
            && at <= *end
        {
            let role = self.in_attribute(token);
            return self.roles.push(role);
        }
        let word = word(token, self.interner);
        if word == Word::IgnoredCall
            && let Some(end) = self.attribute_end(at)
        {
            self.attributes.push((at, end));
        }
        let role = if word == Word::Name {
            self.name(at, token.text)
        } else {
            Role::Other(word)
        };
        if word == Word::None {
            self.punctuation(at);
        }
        if word == Word::Typedef {
            let (braces, parens) = (self.braces.len(), self.parens);
            self.typedefs.push(Typedef {
                braces,
                parens,
                typed: false,
                named: false,
            });
        } else if let Some(open) = self.open_typedef() {
            open.typed |= role.is_type();
        }
        self.roles.push(role);
    }

    /// The typedef that the current token belongs to directly.
    fn open_typedef(&mut self) -> Option<&mut Typedef> {
        let (braces, parens) = (self.braces.len(), self.parens);
        self.typedefs
            .last_mut()
            .filter(|open| open.braces == braces && open.parens <= parens)
    }

    fn punctuation(&mut self, at: usize) {
        match self.text(at) {
            "{" => {
                let record = self.opens_specifier(at);
                self.braces.push(record);
            }
            "}" => {
                self.specifier_closed = self.braces.pop().unwrap_or(false);
                self.close_scopes(self.braces.len());
                let depth = self.braces.len();
                self.typedefs.retain(|open| open.braces <= depth);
            }
            "(" => self.parens += 1,
            ")" => self.parens = self.parens.saturating_sub(1),
            "," => {
                let parens = self.parens;
                if let Some(open) = self.open_typedef().filter(|open| open.parens == parens) {
                    open.named = false;
                }
            }
            ";" => {
                // The only semicolons inside parentheses are those of a `for`; other open parentheses are an error
                // reported elsewhere.
                if self.open_typedef().is_some() {
                    self.typedefs.pop();
                }
                if self.braces.is_empty() {
                    self.parens = 0;
                    self.close_scopes(0);
                }
            }
            _ => {}
        }
    }

    /// Whether the `{` at `at` opens the list of a struct, union or enum specifier.
    fn opens_specifier(&self, at: usize) -> bool {
        matches!(
            self.role_before(at),
            Some(Role::Tag | Role::Other(Word::Record | Word::Enum))
        )
    }

    fn close_scopes(&mut self, depth: usize) {
        while let Some(&(_, name)) = self.scoped.last().filter(|(scope, _)| *scope > depth) {
            self.scoped.pop();
            if let Some(meanings) = self.meanings.get_mut(&name) {
                meanings.pop();
            }
        }
    }

    fn declare(&mut self, name: Sym, is_type: bool) {
        // A parameter is in scope in the body that follows.
        let depth = self.braces.len() + usize::from(!is_type && self.parens > 0);
        self.meanings
            .entry(name)
            .or_default()
            .push((depth, is_type));
        if depth > 0 {
            self.scoped.push((depth, name));
        }
    }

    fn names_type(&self, name: Sym) -> bool {
        self.meanings
            .get(&name)
            .and_then(|meanings| meanings.last())
            .is_some_and(|&(_, is_type)| is_type)
    }

    /// Role of a word that is not a keyword.
    fn name(&mut self, at: usize, name: Sym) -> Role {
        let before = at.checked_sub(1).map_or("", |i| self.text(i));
        let role_before = self.role_before(at);
        if matches!(before, "." | "->" | "goto") {
            return Role::Name;
        }
        if matches!(role_before, Some(Role::Other(Word::Record | Word::Enum))) {
            return Role::Tag;
        }
        let is_type = self.names_type(name);
        if let Some(open) = self.open_typedef().filter(|open| !open.named)
            && (open.typed || !is_type)
        {
            open.named = true;
            self.declare(name, true);
            return Role::Name;
        }
        if !is_type {
            return Role::Name;
        }
        if self.follows_type(at) {
            let member = self.braces.last() == Some(&true) && self.parens == 0;
            if !member {
                self.declare(name, false);
            }
            return Role::Name;
        }
        let label = self.text(at + 1) == ":" && matches!(before, ";" | "{" | "}");
        if label { Role::Name } else { Role::Type }
    }

    /// Whether the specifiers before `at` already have their type, so that a declarator's name follows.
    fn follows_type(&self, at: usize) -> bool {
        let mut at = at;
        while let Some(before) = at.checked_sub(1) {
            if let Some(earlier) = self.before_attribute(before) {
                at = earlier + 1;
                continue;
            }
            match (self.roles.get(before), self.text(before)) {
                (_, "*") | (Some(Role::Other(Word::Qualifier | Word::Ignored)), _) => at = before,
                (Some(Role::Tag), _) => return true,
                (_, "}") => return self.specifier_closed && before + 1 == at,
                (Some(role), _) => return role.is_type(),
                (None, _) => return false,
            }
        }
        false
    }
}

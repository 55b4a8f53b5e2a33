//! Declarations, types and function definitions.

use super::{Read, Reader};
use crate::keywords::Word;
use crate::names::Role;

/// Place of a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    File,
    Block,
    /// The head of a `for`.
    For,
    /// Between the parameters and the body of an old-style function.
    OldStyle,
}

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    Needed,
    Allowed,
    Forbidden,
}

/// What the specifiers of a declaration say about what may follow.
#[derive(Default)]
pub(super) struct Specifiers {
    any: bool,
    has_type: bool,
    /// Whether a struct, union or enumeration was defined.
    defines_tag: bool,
}

impl Reader<'_> {
    /// A declaration or definition outside functions.
    pub(super) fn external(&mut self) -> Read {
        if self.accept(";") {
            return Ok(());
        }
        if self.word() == Word::Asm {
            self.skip_call()?;
            return self.require(";");
        }
        self.declaration(Scope::File)
    }

    /// Whether the next token starts a declaration rather than a statement.
    pub(super) fn starts_declaration(&self) -> bool {
        let mut at = self.at;
        while self.role_at(at) == Role::Other(Word::Ignored) {
            at += 1;
        }
        let role = self.role_at(at);
        role.is_specifier()
            || role == Role::Other(Word::StaticAssert)
            // A type that is not known.
            || role == Role::Name && self.role_at(at + 1) == Role::Name
    }

    pub(super) fn declaration(&mut self, scope: Scope) -> Read {
        if self.word() == Word::StaticAssert {
            self.skip_call()?;
            return self.require(";");
        }
        let specifiers = self.specifiers()?;
        if !specifiers.any && scope != Scope::File {
            return Err(self.wanted("declaration specifiers"));
        }
        if specifiers.defines_tag && self.role().is_specifier() {
            return Err(self.wanted("`;`, identifier or `(`"));
        }
        if specifiers.any && self.accept(";") {
            return Ok(());
        }
        self.declarators(scope)
    }

    fn declarators(&mut self, scope: Scope) -> Read {
        let mut may_define = matches!(scope, Scope::File | Scope::Block);
        loop {
            let is_function = self.declarator(Name::Needed)?;
            let attributed = self.attributes()?;
            let initialised = self.accept("=");
            if initialised {
                self.initialiser()?;
            }
            if self.accept(",") {
                may_define = false;
                self.attributes()?;
                continue;
            }
            if self.accept(";") {
                return Ok(());
            }
            if initialised || attributed && !is_function {
                return Err(self.wanted("`,` or `;`"));
            }
            if !(may_define && is_function) {
                // What is being declared is no type yet.
                let repeated = self.text() == self.text_at(self.at.saturating_sub(1));
                if may_define && self.role().is_specifier() && !repeated {
                    return Err(self.missing("`;`"));
                }
                return Err(self.wanted("`=`, `,`, `;`, `asm` or `__attribute__`"));
            }
            while !self.is("{") && self.at < self.tokens.len() {
                self.nested(|reader| reader.declaration(Scope::OldStyle))?;
            }
            if self.at >= self.tokens.len() {
                return Err(self.wanted("`{`"));
            }
            return self.nested(Self::block);
        }
    }

    pub(super) fn specifiers(&mut self) -> Read<Specifiers> {
        let mut seen = Specifiers::default();
        loop {
            // Behind a definition a type begins the next declaration.
            if seen.defines_tag && self.role().is_type() {
                return Ok(seen);
            }
            match self.role() {
                Role::Type if !seen.has_type => {
                    seen.has_type = true;
                    self.at += 1;
                }
                // A type that is not known.
                Role::Name if !seen.has_type && self.names_unknown_type() => {
                    seen.has_type = true;
                    self.at += 1;
                }
                Role::Other(word) => match word {
                    Word::Record => {
                        seen.defines_tag |= self.record()?;
                        seen.has_type = true;
                    }
                    Word::Enum => {
                        seen.defines_tag |= self.enumeration()?;
                        seen.has_type = true;
                    }
                    Word::Typeof => {
                        self.skip_call()?;
                        seen.has_type = true;
                    }
                    Word::Base => {
                        self.at += 1;
                        seen.has_type = true;
                    }
                    Word::Qualifier | Word::Storage | Word::Typedef => self.at += 1,
                    Word::Ignored => {
                        self.at += 1;
                        continue;
                    }
                    Word::IgnoredCall => {
                        self.skip_call()?;
                        continue;
                    }
                    _ if self.is("[") && self.text_at(self.at + 1) == "[" => {
                        self.skip_group()?;
                        continue;
                    }
                    _ => return Ok(seen),
                },
                _ => return Ok(seen),
            }
            seen.any = true;
        }
    }

    /// Whether a declarator follows the identifier that comes next.
    fn names_unknown_type(&self) -> bool {
        let next = self.at + 1;
        self.role_at(next) == Role::Name
            || self.text_at(next) == "*" && self.role_at(next + 1) == Role::Name
    }

    /// The tag and the members of a struct or union; returns whether there are members.
    fn record(&mut self) -> Read<bool> {
        if !self.opens_list()? {
            return Ok(false);
        }
        while !self.accept("}") {
            if self.accept(";") {
                continue;
            }
            self.nested(Self::member)?;
            // gcc warns that the last semicolon is missing.
            if !self.is("}") {
                self.require(";")?;
            }
        }
        Ok(true)
    }

    /// The head of a struct, union or enumeration; returns whether its list follows, which then is open.
    fn opens_list(&mut self) -> Read<bool> {
        self.at += 1;
        self.attributes()?;
        let tagged = self.role() == Role::Tag;
        self.at += usize::from(tagged);
        self.attributes()?;
        if self.accept("{") {
            return Ok(true);
        }
        if tagged {
            Ok(false)
        } else {
            Err(self.missing("`{`"))
        }
    }

    fn member(&mut self) -> Read {
        if self.word() == Word::StaticAssert {
            return self.skip_call();
        }
        if !self.specifiers()?.any {
            return Err(self.wanted("specifier-qualifier-list"));
        }
        if matches!(self.text(), ";" | "}") {
            return Ok(());
        }
        loop {
            if !self.is(":") {
                self.declarator(Name::Needed)?;
            }
            if self.accept(":") {
                self.conditional()?;
            }
            self.attributes()?;
            if matches!(self.text(), ";" | "}") {
                return Ok(());
            }
            if !self.accept(",") {
                return Err(self.wanted("`:`, `,`, `;`, `}` or `__attribute__`"));
            }
        }
    }

    /// The tag and the names of an enumeration; returns whether there are names.
    fn enumeration(&mut self) -> Read<bool> {
        if !self.opens_list()? {
            return Ok(false);
        }
        loop {
            if !self.accept_name() {
                return Err(self.wanted("identifier"));
            }
            self.attributes()?;
            if self.accept("=") {
                self.conditional()?;
            }
            let more = self.accept(",");
            if self.accept("}") {
                return Ok(true);
            }
            if !more {
                return Err(self.wanted("`,` or `}`"));
            }
        }
    }

    /// A declarator; returns whether it declares a function.
    pub(super) fn declarator(&mut self, name: Name) -> Read<bool> {
        while self.accept("*") || self.word() == Word::Qualifier {
            self.at += usize::from(self.word() == Word::Qualifier);
            self.attributes()?;
        }
        self.attributes()?;
        let mut is_function = false;
        let mut is_name = name != Name::Forbidden && self.accept_name();
        if !is_name && self.is("(") && (name == Name::Needed || !self.opens_parameters()) {
            self.at += 1;
            let open = self.at;
            is_function = self.nested(|reader| reader.declarator(name))?;
            // `(name)` is `name`.
            is_name = self.at == open + 1 && self.role_at(open) == Role::Name;
            self.require(")")?;
        } else if !is_name && name == Name::Needed {
            return Err(self.wanted("identifier or `(`"));
        }
        loop {
            if self.is("[") && self.text_at(self.at + 1) != "[" {
                self.at += 1;
                self.array_length()?;
            } else if self.accept("(") {
                self.nested(Self::parameters)?;
                is_function |= is_name;
            } else {
                return Ok(is_function);
            }
            is_name = false;
        }
    }

    /// Whether the parenthesis that comes next opens the parameters of a type without a name.
    fn opens_parameters(&self) -> bool {
        let inside = self.role_at(self.at + 1);
        self.text_at(self.at + 1) == ")" || inside.is_specifier() || inside == Role::Name
    }

    fn array_length(&mut self) -> Read {
        while self.word() == Word::Qualifier || self.is("static") || self.word() == Word::Ignored {
            self.at += 1;
        }
        if self.is("*") && self.text_at(self.at + 1) == "]" {
            self.at += 1;
        } else if !self.is("]") {
            self.nested(Self::assignment)?;
        }
        self.require("]")
    }

    /// Parameters and the parenthesis behind them.
    fn parameters(&mut self) -> Read {
        if self.accept(")") {
            return Ok(());
        }
        if self.starts_names() {
            return self.names();
        }
        loop {
            if self.accept("...") {
                return self.require(")");
            }
            self.parameter()?;
            if self.accept(")") {
                return Ok(());
            }
            if !self.is(",") {
                return Err(self.missing("`;`, `,` or `)`"));
            }
            self.at += 1;
        }
    }

    fn parameter(&mut self) -> Read {
        if !self.specifiers()?.any && !self.accept_name() {
            return Err(self.wanted("declaration specifiers or `...`"));
        }
        self.declarator(Name::Allowed)?;
        self.attributes().map(drop)
    }

    /// Whether the names of an old-style function's parameters come next.
    fn starts_names(&self) -> bool {
        let next = self.at + 1;
        self.role() == Role::Name
            && !matches!(self.text_at(next), "*" | "(" | "[")
            && !matches!(self.role_at(next), Role::Name | Role::Type | Role::Tag)
            && matches!(self.role_at(next), Role::Other(Word::None))
    }

    fn names(&mut self) -> Read {
        loop {
            if !self.accept_name() {
                return Err(self.wanted("identifier"));
            }
            if !self.accept(",") {
                return self.require(")");
            }
        }
    }
}

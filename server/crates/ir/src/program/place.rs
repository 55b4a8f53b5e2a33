//! Places as C expressions: how the text names an object.

use std::fmt;
use std::sync::Arc;

/// An object, or a part of one, that a C expression without side effects names: `list->head`, `cells[i][j + 1]`, `*p`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Name of the variable that the expression begins with.
    pub root: Arc<str>,
    /// Steps from the variable to the place.
    pub path: Vec<Access>,
}

/// A step from an object to another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// The target of a pointer.
    Deref,
    /// A member of a record.
    Field(Arc<str>),
    /// An element of an array, or of the array that a pointer points into.
    Element(Index),
}

/// The index of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Index {
    /// A constant.
    Constant(i64),
    /// The value of a place.
    Value(Box<Place>),
    /// The sum of two indices.
    Sum(Box<Index>, Box<Index>),
    /// The difference between two indices.
    Difference(Box<Index>, Box<Index>),
}

impl Place {
    /// The place of a variable.
    pub fn variable(name: &str) -> Place {
        Place {
            root: name.into(),
            path: Vec::new(),
        }
    }

    /// The place one step further.
    #[must_use]
    pub fn then(mut self, step: Access) -> Place {
        self.path.push(step);
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.root.to_string();
        let mut steps = self.path.iter().peekable();
        // Whether the text begins with `*`, which binds less than what follows a name.
        let mut is_deref = false;
        while let Some(step) = steps.next() {
            let next = steps.peek();
            let is_member = matches!((step, next), (Access::Deref, Some(Access::Field(_))));
            if is_deref && (is_member || !matches!(step, Access::Deref)) {
                text = format!("({text})");
                is_deref = false;
            }
            match (step, next) {
                (Access::Deref, Some(Access::Field(name))) => {
                    text = format!("{text}->{name}");
                    steps.next();
                }
                (Access::Deref, _) => {
                    text.insert(0, '*');
                    is_deref = true;
                }
                (Access::Field(name), _) => text = format!("{text}.{name}"),
                (Access::Element(index), _) => text = format!("{text}[{index}]"),
            }
        }
        f.write_str(&text)
    }
}

impl fmt::Display for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Index::Constant(value) => write!(f, "{value}"),
            Index::Value(place) => write!(f, "{place}"),
            Index::Sum(a, b) => write!(f, "{a} + {b}"),
            Index::Difference(a, b) if matches!(**b, Index::Sum(..) | Index::Difference(..)) => {
                write!(f, "{a} - ({b})")
            }
            Index::Difference(a, b) => write!(f, "{a} - {b}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_in_c() {
        let p = || Place::variable("p");
        let field = || Access::Field("n".into());
        let two = || Index::Constant(2);
        let i = Index::Value(Box::new(Place::variable("i")));
        let sum = Index::Difference(Box::new(i), Box::new(two()));
        for (place, text) in [
            (p(), "p"),
            (p().then(Access::Deref), "*p"),
            (p().then(Access::Deref).then(field()), "p->n"),
            (p().then(Access::Deref).then(Access::Deref), "**p"),
            (
                p().then(Access::Deref).then(Access::Element(two())),
                "(*p)[2]",
            ),
            (p().then(Access::Element(sum)).then(field()), "p[i - 2].n"),
            (
                p().then(Access::Deref).then(Access::Deref).then(field()),
                "(*p)->n",
            ),
        ] {
            assert_eq!(place.to_string(), text);
        }
    }
}

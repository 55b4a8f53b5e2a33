//! The values of a `meson.build`.

/// The deepest nesting of lists and dictionaries.
const DEEPEST: usize = 8;
/// The most items of a list, and the longest string.
const LONGEST: usize = 100_000;

/// A value; what is not known is `Unknown`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Unknown,
    Text(String),
    Number(i64),
    Truth(bool),
    List(Vec<Value>),
    Dictionary(Vec<Item>),
    /// A file, relative to the project's root.
    File(String),
    /// Include folders, relative to the project's root.
    Folders(Vec<String>),
    /// A target, by its place in the list of targets.
    Target(usize),
    Dependency(Box<Dependency>),
    /// Values for a template, by their place in the interpreter's list.
    Data(usize),
    /// A program that the project does not build.
    Program(String),
    /// The module `fs`.
    FileModule,
}

/// An entry of a dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub key: String,
    pub value: Value,
}

/// What `declare_dependency` collects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Dependency {
    pub include_dirs: Vec<String>,
    pub links: Vec<String>,
    pub defines: Vec<String>,
    pub sources: Vec<String>,
}

/// The evaluated arguments of a call.
#[derive(Debug, Default)]
pub(super) struct CallArguments {
    pub positional: Vec<Value>,
    pub keywords: Vec<Item>,
}

impl CallArguments {
    /// The argument with a name.
    pub(super) fn keyword(&self, name: &str) -> Option<&Value> {
        self.keywords
            .iter()
            .find(|item| item.key == name)
            .map(|item| &item.value)
    }

    /// The values of the argument with a name, without nesting.
    pub(super) fn flat_keyword(&self, name: &str) -> Vec<Value> {
        self.keyword(name).map(Value::flat).unwrap_or_default()
    }

    /// The text at a place.
    pub(super) fn text(&self, place: usize) -> Option<&str> {
        self.positional.get(place).and_then(Value::text)
    }

    /// The positional arguments from a place on, without nesting.
    pub(super) fn flat_from(&self, place: usize) -> Vec<Value> {
        self.positional
            .iter()
            .skip(place)
            .flat_map(Value::flat)
            .collect()
    }
}

impl Value {
    /// A text as a value.
    pub(super) fn from_text(text: &str) -> Value {
        Value::Text(text.to_string())
    }

    /// The text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is true; what is unknown is not.
    pub(super) fn is_true(&self) -> bool {
        *self == Value::Truth(true)
    }

    /// The items of a list and of the lists in it; any other value is one item.
    pub(super) fn flat(&self) -> Vec<Value> {
        match self {
            Value::List(items) => items.iter().flat_map(Value::flat).collect(),
            other => vec![other.clone()],
        }
    }

    /// The texts in it, without nesting.
    pub(super) fn texts(&self) -> Vec<String> {
        self.flat()
            .iter()
            .filter_map(Value::text)
            .map(str::to_string)
            .collect()
    }

    /// As it is shown in a text; `None` if it cannot be.
    pub(super) fn shown(&self) -> Option<String> {
        match self {
            Value::Text(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Truth(truth) => Some(truth.to_string()),
            _ => None,
        }
    }

    /// The value, or `Unknown` if it is too large or too deeply nested.
    pub(super) fn bounded(self) -> Value {
        if self.depth() > DEEPEST || self.size() > LONGEST {
            Value::Unknown
        } else {
            self
        }
    }

    /// How much space it takes, roughly.
    pub(super) fn size(&self) -> usize {
        match self {
            Value::Text(text) | Value::File(text) => text.len() + 1,
            Value::List(items) => 1 + items.iter().map(Value::size).sum::<usize>(),
            Value::Dictionary(items) => {
                1 + items
                    .iter()
                    .map(|item| item.key.len() + item.value.size())
                    .sum::<usize>()
            }
            Value::Folders(paths) => 1 + paths.iter().map(String::len).sum::<usize>(),
            Value::Dependency(inner) => {
                let lists = [
                    &inner.include_dirs,
                    &inner.links,
                    &inner.defines,
                    &inner.sources,
                ];
                1 + lists
                    .iter()
                    .flat_map(|list| list.iter())
                    .map(String::len)
                    .sum::<usize>()
            }
            _ => 1,
        }
    }

    /// How deeply lists and dictionaries are nested.
    fn depth(&self) -> usize {
        let deepest = match self {
            Value::List(items) => items.iter().map(Value::depth).max(),
            Value::Dictionary(items) => items.iter().map(|item| item.value.depth()).max(),
            _ => return 0,
        };
        1 + deepest.unwrap_or(0)
    }
}

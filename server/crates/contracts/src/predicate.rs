//! Parser for predicates and terms of ACSL, by recursive descent.

use crate::Problem;
use crate::tokens::Token;

/// A predicate or a term. ACSL distinguishes the two by type; in C both are expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Predicate {
    /// A name, a number or a literal, which are the same in C.
    Word(String),
    /// `\result`
    Result,
    /// `\old(e)`, `\at(e, Pre)`
    Old(Box<Predicate>),
    /// A prefix operator of C.
    Unary(String, Box<Predicate>),
    /// An operator between two operands; `==>`, `<==>` and `^^` are such operators.
    Binary(String, Box<Predicate>, Box<Predicate>),
    /// Chain of comparisons such as `0 <= i < n`: the operands, and the comparisons between them, which are one fewer.
    Chain(Vec<Predicate>, Vec<String>),
    /// `c ? a : b`
    Conditional(Box<[Predicate; 3]>),
    /// `a[i]`
    Index(Box<Predicate>, Box<Predicate>),
    /// Member access `s.f` or `p->f`; the operator is the second field.
    Member(Box<Predicate>, String, String),
    /// A call; functions of ACSL keep their `\`.
    Call(String, Vec<Predicate>),
    /// `(type) e`
    Cast(String, Box<Predicate>),
    /// `sizeof(…)`, with its source text
    Sizeof(String),
    /// `\forall`, or `\exists` if the flag is set: the variables with their types, and the predicate.
    Quantifier(bool, Vec<(String, String)>, Box<Predicate>),
    /// `lo .. hi` in a set of places; either bound may be missing
    Range(Option<Box<Predicate>>, Option<Box<Predicate>>),
}

/// Left-associative binary operators, from the loosest to the tightest; comparisons bind between [`LOOSE`] and
/// [`TIGHT`].
const LOOSE: [&[&str]; 6] = [&["||"], &["^^"], &["&&"], &["|"], &["^"], &["&"]];
const TIGHT: [&[&str]; 3] = [&["<<", ">>"], &["+", "-"], &["*", "/", "%"]];
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];
/// First words of type names.
const TYPE_WORDS: [&str; 17] = [
    "int", "char", "short", "long", "unsigned", "signed", "float", "double", "_Bool", "struct",
    "union", "enum", "const", "integer", "real", "size_t", "boolean",
];
/// Maximum depth of nested parentheses, quantifiers and operators.
const MOST_DEPTH: usize = 200;

/// Parser over the words of an annotation.
pub(crate) struct Parser<'t> {
    tokens: &'t [Token<'t>],
    next: usize,
    /// End of the text.
    end: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    /// Creates a parser before the first word.
    pub(crate) fn new(tokens: &'t [Token<'t>], end: usize) -> Self {
        Parser {
            tokens,
            next: 0,
            end,
            depth: 0,
        }
    }

    /// The next word, which is not consumed.
    pub(crate) fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.next).map(|token| token.text)
    }

    /// Start of the next word.
    pub(crate) fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |t| t.at)
    }

    /// End of the last word that was read.
    pub(crate) fn read_to(&self) -> usize {
        let last = self.next.checked_sub(1).and_then(|i| self.tokens.get(i));
        last.map_or(0, |token| token.at + token.text.len())
    }

    /// Reads the next word.
    pub(crate) fn word(&mut self) -> Option<&'t str> {
        let word = self.peek();
        self.next += usize::from(word.is_some());
        word
    }

    /// Reads the next word if it equals `wanted`.
    pub(crate) fn eat(&mut self, wanted: &str) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.next += usize::from(is_there);
        is_there
    }

    /// Reads the word `wanted`; any other word is a problem.
    pub(crate) fn expect(&mut self, wanted: &str) -> Result<(), Problem> {
        if self.eat(wanted) {
            return Ok(());
        }
        Err(match self.peek() {
            Some(other) => self.problem(format!("expected `{wanted}` before `{other}`")),
            None => self.problem(format!("expected `{wanted}` at the end")),
        })
    }

    /// Creates a problem at the next word.
    pub(crate) fn problem(&self, message: String) -> Problem {
        Problem {
            at: self.at(),
            message,
        }
    }

    /// Reads a predicate or a term.
    pub(crate) fn node(&mut self) -> Result<Predicate, Problem> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.problem("this is nested too deeply".to_owned()));
        }
        let node = match self.peek() {
            Some("\\forall" | "\\exists") => self.quantifier(),
            _ => self.conditional(),
        };
        self.depth -= 1;
        node
    }

    fn quantifier(&mut self) -> Result<Predicate, Problem> {
        let exists = self.word() == Some("\\exists");
        let mut vars = Vec::new();
        let mut ty = Vec::new();
        // The last word before a comma or the end is the name; the words before it are the type, which applies to later
        // names.
        loop {
            let Some(word) = self.word() else {
                return Err(self.problem("the variables of the quantifier have no end".to_owned()));
            };
            match (word, self.peek()) {
                (name, Some("," | ";")) => vars.push((ty.join(" "), name.to_owned())),
                (word, _) => ty.push(word),
            }
            if self.eat(";") {
                break;
            }
            self.eat(",");
        }
        Ok(Predicate::Quantifier(exists, vars, Box::new(self.node()?)))
    }

    fn conditional(&mut self) -> Result<Predicate, Problem> {
        let condition = self.equivalence()?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.node()?;
        self.expect(":")?;
        let no = self.node()?;
        Ok(Predicate::Conditional(Box::new([condition, yes, no])))
    }

    fn equivalence(&mut self) -> Result<Predicate, Problem> {
        let mut left = self.implication()?;
        while self.eat("<==>") {
            left = binary("<==>", left, self.implication()?);
        }
        Ok(left)
    }

    fn implication(&mut self) -> Result<Predicate, Problem> {
        let left = self.row(&LOOSE)?;
        if !self.eat("==>") {
            return Ok(left);
        }
        self.depth += 1;
        let right = match self.peek() {
            _ if self.depth > MOST_DEPTH => {
                return Err(self.problem("this is nested too deeply".to_owned()));
            }
            Some("\\forall" | "\\exists") => self.quantifier()?,
            _ => self.implication()?,
        };
        self.depth -= 1;
        Ok(binary("==>", left, right))
    }

    /// Reads operands separated by operators of the first level.
    fn row(&mut self, levels: &[&[&str]]) -> Result<Predicate, Problem> {
        let Some((level, tighter)) = levels.split_first() else {
            return self.chain();
        };
        let mut left = self.row(tighter)?;
        while let Some(op) = self.peek().filter(|word| level.contains(word)) {
            self.next += 1;
            let right = match self.peek() {
                Some("\\forall" | "\\exists") => self.quantifier()?,
                _ => self.row(tighter)?,
            };
            left = binary(op, left, right);
        }
        Ok(left)
    }

    fn chain(&mut self) -> Result<Predicate, Problem> {
        let mut operands = vec![self.binary_level(&TIGHT)?];
        let mut comparisons = Vec::new();
        while let Some(op) = self.peek().filter(|word| COMPARISONS.contains(word)) {
            self.next += 1;
            comparisons.push(op.to_owned());
            operands.push(self.binary_level(&TIGHT)?);
        }
        match operands.pop() {
            Some(only) if operands.is_empty() => Ok(only),
            last => {
                operands.extend(last);
                Ok(Predicate::Chain(operands, comparisons))
            }
        }
    }

    fn binary_level(&mut self, levels: &[&[&str]]) -> Result<Predicate, Problem> {
        let Some((level, tighter)) = levels.split_first() else {
            return self.unary();
        };
        let mut left = self.binary_level(tighter)?;
        while let Some(op) = self.peek().filter(|word| level.contains(word)) {
            self.next += 1;
            left = binary(op, left, self.binary_level(tighter)?);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Predicate, Problem> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.problem("this is nested too deeply".to_owned()));
        }
        let node = match self.peek() {
            Some(op @ ("!" | "-" | "+" | "~" | "*" | "&")) => {
                self.next += 1;
                Predicate::Unary(op.to_owned(), Box::new(self.unary()?))
            }
            Some("(") if self.is_cast() => {
                let ty = self.parenthesised();
                Predicate::Cast(ty, Box::new(self.unary()?))
            }
            Some("sizeof") => {
                self.next += 1;
                Predicate::Sizeof(format!("sizeof({})", self.parenthesised()))
            }
            _ => self.postfix()?,
        };
        self.depth -= 1;
        Ok(node)
    }

    /// Whether the next words are a type name in parentheses.
    fn is_cast(&self) -> bool {
        let second = self.tokens.get(self.next + 1);
        second.is_some_and(|token| TYPE_WORDS.contains(&token.text))
    }

    /// Reads the words in the parentheses that begin here.
    fn parenthesised(&mut self) -> String {
        let mut words = Vec::new();
        let mut open = 0_usize;
        while let Some(word) = self.word() {
            match word {
                "(" => open += 1,
                ")" => open = open.saturating_sub(1),
                _ => {}
            }
            words.push(word);
            if open == 0 {
                break;
            }
        }
        let inside = words.strip_prefix(&["("]).unwrap_or(&words);
        inside.strip_suffix(&[")"]).unwrap_or(inside).join(" ")
    }

    fn postfix(&mut self) -> Result<Predicate, Problem> {
        let mut node = self.primary()?;
        loop {
            match self.peek() {
                Some("[") => {
                    self.next += 1;
                    let index = self.range()?;
                    self.expect("]")?;
                    node = Predicate::Index(Box::new(node), Box::new(index));
                }
                Some(op @ ("." | "->")) => {
                    self.next += 1;
                    let Some(name) = self.word() else {
                        return Err(self.problem("expected a member".to_owned()));
                    };
                    node = Predicate::Member(Box::new(node), op.to_owned(), name.to_owned());
                }
                _ => return Ok(node),
            }
        }
    }

    /// Reads a term or a range of terms.
    fn range(&mut self) -> Result<Predicate, Problem> {
        let is_end = |word: Option<&str>| matches!(word, Some("]" | ")"));
        let low = match self.peek() {
            Some("..") => None,
            _ => Some(self.node()?),
        };
        if !self.eat("..") {
            return low.ok_or_else(|| self.problem("expected a range".to_owned()));
        }
        let high = if is_end(self.peek()) {
            None
        } else {
            Some(Box::new(self.node()?))
        };
        Ok(Predicate::Range(low.map(Box::new), high))
    }

    fn primary(&mut self) -> Result<Predicate, Problem> {
        let at = self.at();
        let Some(word) = self.word() else {
            return Err(self.problem("something is missing at the end".to_owned()));
        };

        // Parentheses, then the words of ACSL, then names, calls and constants of C.
        match word {
            "(" => {
                let inside = self.range()?;
                self.expect(")")?;
                Ok(inside)
            }
            "\\result" => Ok(Predicate::Result),
            "\\true" => Ok(Predicate::Word("1".to_owned())),
            "\\false" | "\\null" => Ok(Predicate::Word("0".to_owned())),
            "\\old" => {
                let mut args = self.arguments()?;
                match (args.pop(), args.is_empty()) {
                    (Some(of), true) => Ok(Predicate::Old(Box::new(of))),
                    _ => Err(unknown(at, "`\\old` takes one argument")),
                }
            }
            "\\at" => {
                let mut args = self.arguments()?;
                match (args.pop(), args.pop(), args.is_empty()) {
                    (Some(Predicate::Word(label)), Some(of), true) => match &*label {
                        "Pre" | "Old" => Ok(Predicate::Old(Box::new(of))),
                        "Here" | "Post" => Ok(of),
                        _ => Err(unknown(
                            at,
                            "of the labels only `Pre`, `Old`, `Here` and `Post` are known",
                        )),
                    },
                    _ => Err(unknown(at, "`\\at` takes a term and a label")),
                }
            }
            _ if word.starts_with('\\') || is_name(word) && self.peek() == Some("(") => {
                Ok(Predicate::Call(word.to_owned(), self.arguments()?))
            }
            _ if is_name(word) || word.starts_with(|c: char| c.is_ascii_digit() || c == '\'') => {
                Ok(Predicate::Word(word.to_owned()))
            }
            _ => Err(unknown(at, &format!("`{word}` is not expected here"))),
        }
    }

    fn arguments(&mut self) -> Result<Vec<Predicate>, Problem> {
        self.expect("(")?;
        let mut args = Vec::new();
        while !self.eat(")") {
            args.push(self.range()?);
            if self.peek() != Some(")") {
                self.expect(",")?;
            }
        }
        Ok(args)
    }
}

fn binary(op: &str, left: Predicate, right: Predicate) -> Predicate {
    Predicate::Binary(op.to_owned(), Box::new(left), Box::new(right))
}

fn unknown(at: usize, message: &str) -> Problem {
    Problem {
        at,
        message: message.to_owned(),
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c == '_' || c.is_alphabetic())
}

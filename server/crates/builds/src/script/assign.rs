//! Executes assignments.

use super::interpreter::Interpreter;
use super::syntax::{Assignment, Item, NewValue, Word};
use super::value::Value;
use super::variables::{Content, Variable};
use std::collections::BTreeMap;

impl Interpreter<'_> {
    /// Executes an assignment.
    pub(super) fn assign(&mut self, assignment: &Assignment) {
        let name = assignment.name.as_str();
        let word = match &assignment.value {
            NewValue::Single(word) => word,
            NewValue::Array(items) => return self.assign_array(name, items, assignment.is_append),
        };
        let mut value = self.single(word);
        if assignment.is_append {
            let old = match &assignment.index {
                Some(index) => self.item(name, index),
                None => self.shell.get(name).cloned(),
            };
            let mut old = old.unwrap_or_default();
            old.append(&value);
            value = old;
        }
        match &assignment.index {
            Some(index) => self.assign_item(name, index, value),
            None => self.shell.set(name, value),
        }
    }

    /// Sets an array, or appends to it.
    fn assign_array(&mut self, name: &str, items: &[Item], is_append: bool) {
        if !is_append {
            let content = match self.shell.variable(name).content {
                Content::Table(_) => Content::Table(BTreeMap::new()),
                _ => Content::List(BTreeMap::new()),
            };
            self.shell.variable(name).content = content;
        }
        for item in items {
            match &item.index {
                Some(index) => {
                    let value = self.single(&item.value);
                    self.assign_item(name, index, value);
                }
                None => self.add_items(name, &item.value),
            }
        }
    }

    /// Adds the values of a word to an array.
    fn add_items(&mut self, name: &str, word: &Word) {
        for value in self.fields(std::slice::from_ref(word)) {
            insert_item(self.shell.variable(name), None, value);
        }
    }

    /// Sets an item of an array.
    fn assign_item(&mut self, name: &str, index: &Word, value: Value) {
        if matches!(self.shell.variable(name).content, Content::Table(_)) {
            let key = self.single(index).text_or_empty().to_string();
            if let Content::Table(items) = &mut self.shell.variable(name).content {
                items.insert(key, value);
            }
        } else if let Some(key) = self.arithmetic(index) {
            insert_item(self.shell.variable(name), Some(key), value);
        }
    }
}

/// Sets an item of a variable, which is made an array; without an index behind the last item.
fn insert_item(variable: &mut Variable, index: Option<i64>, value: Value) {
    let old = std::mem::replace(&mut variable.content, Content::List(BTreeMap::new()));
    let mut items = match old {
        Content::List(items) => items,
        Content::Single(value) => BTreeMap::from([(0, value)]),
        Content::Table(_) => BTreeMap::new(),
    };
    let next = items
        .keys()
        .next_back()
        .map_or(0, |last| last.saturating_add(1));
    items.insert(index.unwrap_or(next), value);
    variable.content = Content::List(items);
}

//! Shapes: the declared types of objects, with the names of members.
//!
//! They have no effect on runs. They serve to display names of places and their values: `cells[1][2]`,
//! `list->head->value`.

use std::sync::Arc;

use syntax::{DataModel, Span};

use super::{Reg, Scalar};

/// A type, as far as names and values need it.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Shape {
    /// The type is unknown, or has no values.
    #[default]
    Unknown,
    /// A number; [`Scalar::I8`] is displayed as a character.
    Number(Scalar),
    /// A pointer to an object.
    Pointer(Arc<Shape>),
    /// A function, or the target of a pointer to one.
    Function,
    /// An array of this number of elements; 0 if its declaration has no length.
    Array(Arc<Shape>, u64),
    /// A variable-length array, of which this register of the function holds the size in bytes.
    VariableArray(Arc<Shape>, Reg),
    /// A struct or union: index into [`Shapes::records`].
    Record(u32),
}

/// A struct or union.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordShape {
    /// `struct node`, or the name of a type; empty if there is none.
    pub name: String,
    /// Whether the members overlap.
    pub is_union: bool,
    /// Size in bytes.
    pub size: u64,
    /// Members of the record, in order.
    pub fields: Vec<FieldShape>,
}

/// A member.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldShape {
    /// Name of the member; empty for anonymous records, whose members count as those of the enclosing record.
    pub name: String,
    /// Offset in bytes from the start of the record; for a bit-field, that of its storage unit.
    pub offset: u64,
    /// For a bit-field: its storage unit, first bit and width.
    pub bits: Option<(Scalar, u8, u8)>,
    /// Type of the member.
    pub shape: Shape,
}

/// The shapes of a program's objects.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shapes {
    /// Size of pointers.
    pub data_model: DataModel,
    /// Structs and unions.
    pub records: Vec<RecordShape>,
    /// The globals, in the order of [`super::Program::globals`].
    pub globals: Vec<VariableShape>,
    /// Shapes of the variables of each function, in the order of [`super::Program::functions`].
    pub functions: Vec<FunctionShapes>,
}

/// The shapes of a function's variables.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FunctionShapes {
    /// The variables in registers, in the order of [`super::Function::variables`].
    pub variables: Vec<VariableShape>,
    /// The slots, in the order of [`super::Function::slots`].
    pub slots: Vec<VariableShape>,
}

/// The type of a variable, and where its name can be used.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct VariableShape {
    /// Type of the variable.
    pub shape: Shape,
    /// The text from the declaration to the end of the block; empty if it is declared at file scope.
    pub scope: Span,
}

impl FunctionShapes {
    /// Calls `see` with each register that holds the size of a variable-length array, for each type that has it.
    pub(crate) fn each_length(&mut self, see: &mut dyn FnMut(&mut Reg)) {
        for variable in self.variables.iter_mut().chain(&mut self.slots) {
            variable.shape.each_length(see);
        }
    }
}

impl Shape {
    fn each_length(&mut self, see: &mut dyn FnMut(&mut Reg)) {
        if let Shape::VariableArray(_, register) = self {
            see(register);
        }
        if let Shape::Pointer(inner) | Shape::Array(inner, _) | Shape::VariableArray(inner, _) =
            self
        {
            // Types of constant size, most of them, stay shared.
            if inner.has_length() {
                Arc::make_mut(inner).each_length(see);
            }
        }
    }

    fn has_length(&self) -> bool {
        match self {
            Shape::VariableArray(..) => true,
            Shape::Pointer(inner) | Shape::Array(inner, _) => inner.has_length(),
            _ => false,
        }
    }
}

impl Shapes {
    /// Size of a type in bytes; 0 if it is unknown.
    pub fn size(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::Number(scalar) => u64::from(scalar.size()),
            Shape::Pointer(_) => u64::from(self.data_model.word()),
            Shape::Array(element, n) => self.size(element).saturating_mul(*n),
            Shape::Record(id) => self.records.get(*id as usize).map_or(0, |r| r.size),
            Shape::VariableArray(..) | Shape::Unknown | Shape::Function => 0,
        }
    }

    /// The path from an object of this type to the scalar at an offset (`[2].next`), and its type.
    pub fn path(&self, shape: &Shape, offset: u64) -> Option<(String, Shape)> {
        match shape {
            Shape::Array(element, n) => {
                let size = self.size(element);
                let index = offset.checked_div(size)?;
                if *n != 0 && index >= *n {
                    return None;
                }
                let (rest, scalar) = self.path(element, offset % size)?;
                Some((format!("[{index}]{rest}"), scalar))
            }
            Shape::Record(id) => {
                let record = self.records.get(*id as usize)?;
                let holds = |field: &&FieldShape| {
                    let end = field.offset + self.size(&field.shape).max(1);
                    (field.offset..end).contains(&offset)
                };
                let field = record.fields.iter().find(holds)?;
                let (rest, scalar) = self.path(&field.shape, offset - field.offset)?;
                let point = if field.name.is_empty() { "" } else { "." };
                Some((format!("{point}{}{rest}", field.name), scalar))
            }
            scalar if offset == 0 => Some((String::new(), scalar.clone())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_as_they_are_written() {
        let int = Shape::Number(Scalar::I32);
        let field = |name: &str, offset, shape: &Shape| FieldShape {
            name: name.to_owned(),
            offset,
            bits: None,
            shape: shape.clone(),
        };
        let cells = Shape::Array(Arc::new(Shape::Array(Arc::new(int.clone()), 3)), 2);
        let shapes = Shapes {
            records: vec![RecordShape {
                name: "struct grid".to_owned(),
                size: 32,
                fields: vec![field("n", 0, &int), field("cells", 4, &cells)],
                ..RecordShape::default()
            }],
            ..Shapes::default()
        };
        let path = |shape: &Shape, offset| shapes.path(shape, offset).map(|(path, _)| path);
        assert_eq!(path(&cells, 20).as_deref(), Some("[1][2]"));
        assert_eq!(path(&Shape::Record(0), 8).as_deref(), Some(".cells[0][1]"));
        assert_eq!(path(&Shape::Record(0), 0).as_deref(), Some(".n"));
        assert_eq!(path(&int, 0).as_deref(), Some(""));
        assert_eq!(path(&cells, 2), None);
        assert_eq!(path(&cells, 24), None);
    }
}

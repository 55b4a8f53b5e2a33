//! Converts the types of lowering to the [shapes](ir::Shapes) with which names and values are displayed.

use std::sync::Arc;

use ir::{FieldShape, FunctionShapes, RecordShape, Shape, Shapes, VariableShape};
use syntax::Span;

use super::Lowerer;
use super::layout::{FieldInfo, Records};
use super::types::{RecordId, Type};

/// Types and scopes of a function's variables, in the order of its registers and of its slots.
#[derive(Debug, Default)]
pub(super) struct VariableTypes {
    pub(super) registers: Vec<(Type, Span)>,
    pub(super) slots: Vec<(Type, Span)>,
}

impl Lowerer<'_> {
    /// The shapes of all objects, once the unit is complete.
    pub(super) fn shapes(&self) -> Shapes {
        let function = |types: &VariableTypes| FunctionShapes {
            variables: types
                .registers
                .iter()
                .map(|(ty, scope)| variable((ty, *scope)))
                .collect(),
            slots: types
                .slots
                .iter()
                .map(|(ty, scope)| variable((ty, *scope)))
                .collect(),
        };
        Shapes {
            data_model: self.records.model,
            records: self.records.shapes(),
            globals: self.globals.types().map(variable).collect(),
            functions: self.functions.variables().map(function).collect(),
        }
    }
}

impl Records {
    fn shapes(&self) -> Vec<RecordShape> {
        let all = self.iter().map(|record| RecordShape {
            name: record.name.clone(),
            is_union: record.is_union,
            size: record.size,
            fields: record
                .fields
                .iter()
                .flat_map(|fields| fields.iter())
                .map(field)
                .collect(),
        });
        all.collect()
    }
}

fn variable((ty, scope): (&Type, Span)) -> VariableShape {
    VariableShape {
        shape: shape(ty),
        scope,
    }
}

fn field(info: &FieldInfo) -> FieldShape {
    FieldShape {
        name: info.name.clone().unwrap_or_default(),
        offset: info.offset,
        bits: info.bits.map(|bits| (bits.unit, bits.shift, bits.width)),
        shape: shape(&info.ty),
    }
}

fn shape(ty: &Type) -> Shape {
    match ty {
        Type::Arith(scalar) => Shape::Number(*scalar),
        Type::Pointer(to) => Shape::Pointer(Arc::new(shape(to))),
        Type::Array(element, n) => Shape::Array(Arc::new(shape(element)), n.unwrap_or(0)),
        Type::Vla(element, size) => Shape::VariableArray(Arc::new(shape(element)), *size),
        Type::Function(_) => Shape::Function,
        Type::Record(RecordId(id)) => Shape::Record(*id),
        Type::Void | Type::Unmodelled(_) => Shape::Unknown,
    }
}

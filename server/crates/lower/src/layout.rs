//! Sizes, alignments and member offsets as gcc lays them out on x86-64 (System V ABI, §3.1.2).

use std::sync::Arc;

use ir::Scalar;
use syntax::DataModel;

use super::types::{RecordId, Type};

/// Place of a bit-field in its storage unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits {
    /// The declared type.
    pub(super) declared: Scalar,
    /// Type of the storage unit, of the declared type's sign.
    pub(super) unit: Scalar,
    /// First bit.
    pub(super) shift: u8,
    /// Number of bits.
    pub(super) width: u8,
    /// Bytes from the start of the unit to the end of the field; a packed record may end before its unit does.
    pub(super) bytes: u8,
}

impl Bits {
    /// Whether the record ends before the storage unit does.
    pub(super) fn is_cut(self) -> bool {
        u32::from(self.bytes) < self.unit.size()
    }

    /// Whether the field is wider than `int` and narrower than its type.
    pub(super) fn is_wide(self) -> bool {
        self.width > 32 && u32::from(self.width) < self.declared.bits()
    }

    /// Type to which the bit-field's value is promoted.
    pub(super) fn value_type(self) -> Scalar {
        match self.width {
            _ if self.declared == Scalar::Bool => Scalar::Bool,
            ..32 => Scalar::I32,
            32 if self.declared.signed() => Scalar::I32,
            32 => Scalar::U32,
            _ => self.declared,
        }
    }
}

/// A member as declared, before layout.
#[derive(Debug, Clone)]
pub(super) struct Member {
    /// `None` for anonymous records and padding bit-fields.
    pub(super) name: Option<String>,
    /// Declared type of the member.
    pub(super) ty: Type,
    /// Width of a bit-field.
    pub(super) width: Option<u32>,
    /// Layout requested by the member's attributes.
    pub(super) asks: Asks,
}

/// Layout that attributes request for a member, a record or an object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Asks {
    /// `packed`
    pub(super) packed: bool,
    /// `aligned(n)`, the largest one.
    pub(super) align: Option<u64>,
    /// `#pragma pack(n)`
    pub(super) limit: Option<u64>,
}

/// A member with its position.
#[derive(Debug, Clone)]
pub(super) struct FieldInfo {
    /// `None` for anonymous records.
    pub(super) name: Option<String>,
    /// Type of the member.
    pub(super) ty: Type,
    /// Bytes from the start of the record (of the storage unit, for a bit-field).
    pub(super) offset: u64,
    /// For a bit-field.
    pub(super) bits: Option<Bits>,
    /// Whether the member may be less aligned than its type requires.
    pub(super) unaligned: bool,
}

/// A struct or union.
#[derive(Debug, Clone, Default)]
pub(super) struct Record {
    /// `struct node`, or for a type without a tag, the first type name given to it.
    pub(super) name: String,
    /// `union`
    pub(super) is_union: bool,
    /// Members; `None` while incomplete.
    pub(super) fields: Option<Arc<Vec<FieldInfo>>>,
    /// Bytes.
    pub(super) size: u64,
    /// Alignment.
    pub(super) align: u64,
    /// Reason why the members are unknown although the record is defined.
    pub(super) unmodelled: Option<Arc<str>>,
}

impl Record {
    /// Its tag, if it has one.
    pub(super) fn tag(&self) -> Option<String> {
        let (_, tag) = self.name.split_once(' ')?;
        Some(tag.to_owned())
    }
}

/// All structs and unions of the unit.
#[derive(Debug, Default)]
pub(super) struct Records {
    /// Data model, which determines the width of `long` and pointers.
    pub(super) model: DataModel,
    all: Vec<Record>,
    /// See [`Records::any_unaligned`].
    unaligned: bool,
    /// See [`Records::any_wide_field`].
    wide_field: bool,
}

/// Largest size of a record in bytes: positions inside it are counted in bits.
const MAX_RECORD: u64 = 1 << 56;

/// The bytes through which a bit-field at a position is accessed: the unit of its declared type if that lies inside the
/// record, otherwise as few bytes as contain the field. `None` if the field spans more than eight bytes.
fn window(bits: Bits, position: u64, size: u64) -> Option<(u64, Option<Bits>)> {
    let declared = u64::from(bits.declared.size());
    let own = position / (declared * 8) * declared;
    let (first, last) = (position / 8, (position + u64::from(bits.width) - 1) / 8);
    let (offset, unit) = if last < own + declared && own + declared <= size {
        (own, unit_of(declared, bits.declared.signed())?)
    } else {
        let bytes = (last - first + 1).next_power_of_two();
        let inside = size
            .checked_sub(bytes)
            .map_or(first, |most| first.min(most));
        (inside, unit_of(bytes, bits.declared.signed())?)
    };
    let bytes = (size - offset).min(u64::from(unit.size())) as u8;
    let shift = (position - offset * 8) as u8;
    let fits = u64::from(shift) + u64::from(bits.width) <= u64::from(unit.bits());
    fits.then_some((
        offset,
        Some(Bits {
            unit,
            shift,
            bytes,
            ..bits
        }),
    ))
}

fn unit_of(bytes: u64, signed: bool) -> Option<Scalar> {
    Some(match (bytes, signed) {
        (1, true) => Scalar::I8,
        (1, false) => Scalar::U8,
        (2, true) => Scalar::I16,
        (2, false) => Scalar::U16,
        (4, true) => Scalar::I32,
        (4, false) => Scalar::U32,
        (8, true) => Scalar::I64,
        (8, false) => Scalar::U64,
        _ => return None,
    })
}

fn round_up(n: u64, to: u64) -> u64 {
    n.div_ceil(to.max(1)).saturating_mul(to.max(1))
}

impl Records {
    /// An empty table for this data model.
    pub(super) fn new(model: DataModel) -> Records {
        Records {
            model,
            ..Records::default()
        }
    }

    /// Adds an incomplete record.
    pub(super) fn declare(&mut self, is_union: bool) -> RecordId {
        self.all.push(Record {
            is_union,
            align: 1,
            ..Record::default()
        });
        RecordId(self.all.len() as u32 - 1)
    }

    /// All records, in the order of their ids.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Record> {
        self.all.iter()
    }

    /// Gives a record a name, unless it has one.
    pub(super) fn name(&mut self, id: RecordId, name: &str) {
        let record = &mut self.all[id.0 as usize];
        if record.name.is_empty() {
            name.clone_into(&mut record.name);
        }
    }

    /// The record.
    pub(super) fn get(&self, id: RecordId) -> &Record {
        &self.all[id.0 as usize]
    }

    /// Completes a record with its members; an error names what is not modelled about them.
    pub(super) fn complete(
        &mut self,
        id: RecordId,
        members: Vec<Member>,
        asks: Asks,
    ) -> Result<(), &'static str> {
        let sizes = members.iter().map(|m| self.size(&m.ty).unwrap_or(0));
        if sizes.fold(0, u64::saturating_add) > MAX_RECORD {
            return Err("a struct or union of this size");
        }
        let is_union = self.get(id).is_union;
        let mut fields = Vec::new();
        // All positions are in bits; a union places each member at 0.
        let (mut position, mut end, mut align) = (0_u64, 0_u64, 1_u64);
        for member in members {
            if is_union {
                position = 0;
            }
            let packed = asks.packed || member.asks.packed;
            let natural = self.align(&member.ty);
            let mut unit = if packed { 1 } else { natural };
            unit = unit.min(asks.limit.unwrap_or(u64::MAX));
            if member.asks.align.is_some() || !packed {
                unit = unit.max(member.asks.align.unwrap_or(1));
            }
            let size = self.size(&member.ty).unwrap_or(0).saturating_mul(8);
            match (member.width, member.ty.integer()) {
                (Some(0), _) => position = round_up(position, size.max(8)),
                (Some(width), Some(declared)) => {
                    let width = u64::from(width.min(declared.bits()));
                    let step = unit * 8;
                    let units = (position % step + width).div_ceil(step);
                    if (!packed && units > (size / step).max(1)) || member.asks.align.is_some() {
                        position = round_up(position, step);
                    }
                    if member.name.is_some() {
                        align = align.max(unit);
                        let bits = Bits {
                            declared,
                            unit: declared,
                            shift: 0,
                            width: width as u8,
                            bytes: 0,
                        };
                        fields.push((position, Some(bits), member, unit < natural));
                    }
                    position += width;
                }
                _ => {
                    position = round_up(position, unit * 8);
                    align = align.max(unit);
                    fields.push((position, None, member, unit < natural));
                    position = position.saturating_add(size);
                }
            }
            end = end.max(position);
        }
        let align = align.max(asks.align.unwrap_or(1));
        let size = round_up(end.div_ceil(8), align);
        let placed: Option<Vec<FieldInfo>> = fields
            .into_iter()
            .map(|(position, bits, member, unaligned)| {
                let (offset, bits) = match bits {
                    Some(bits) => window(bits, position, size)?,
                    None => (position / 8, None),
                };
                let access = bits.map_or(1, |b| u64::from(b.unit.size()));
                let cut = bits.is_some_and(Bits::is_cut);
                Some(FieldInfo {
                    name: member.name,
                    ty: member.ty,
                    offset,
                    bits,
                    unaligned: unaligned || cut || !offset.is_multiple_of(access) || access > align,
                })
            })
            .collect();
        let placed = placed.ok_or("a packed bit-field across more than eight bytes")?;
        self.unaligned |= placed.iter().any(|f| f.unaligned);
        self.wide_field |= placed.iter().any(|f| f.bits.is_some_and(Bits::is_wide));
        let record = &mut self.all[id.0 as usize];
        record.fields = Some(Arc::new(placed));
        record.size = size;
        record.align = align;
        Ok(())
    }

    /// Whether some record has a bit-field that [`Bits::is_wide`].
    pub(super) fn any_wide_field(&self) -> bool {
        self.wide_field
    }

    /// Marks a record as one whose definition is not modelled.
    pub(super) fn give_up(&mut self, id: RecordId, what: &Arc<str>) {
        self.all[id.0 as usize].unmodelled = Some(what.clone());
    }

    /// Whether some record has members that are less aligned than their types require.
    pub(super) fn any_unaligned(&self) -> bool {
        self.unaligned
    }

    /// `size_t`
    pub(super) fn size_type(&self) -> Type {
        Type::Arith(Scalar::unsigned_word(self.model))
    }

    /// `ptrdiff_t`
    pub(super) fn difference_type(&self) -> Type {
        Type::Arith(Scalar::signed_word(self.model))
    }

    /// Size of an object of this type; `None` if the type is incomplete or has no size.
    pub(super) fn size(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Arith(s) => Some(u64::from(s.size())),
            Type::Pointer(_) => Some(u64::from(self.model.word())),
            Type::Array(element, length) => self.size(element)?.checked_mul((*length)?),
            Type::Record(id) => {
                let record = self.get(*id);
                record.fields.as_ref().map(|_| record.size)
            }
            Type::Void | Type::Vla(..) | Type::Function(_) | Type::Unmodelled(_) => None,
        }
    }

    /// Number of bytes by which pointer arithmetic on a pointer to `ty` steps (GNU: 1 for `void` and functions).
    pub(super) fn step(&self, ty: &Type) -> u64 {
        match ty {
            Type::Void | Type::Function(_) => 1,
            other => self.size(other).unwrap_or(1),
        }
    }

    /// Alignment of a type; 1 if it has none.
    pub(super) fn align(&self, ty: &Type) -> u64 {
        match ty {
            Type::Arith(s) => u64::from(s.size()),
            Type::Pointer(_) => u64::from(self.model.word()),
            Type::Array(element, _) | Type::Vla(element, _) => self.align(element),
            Type::Record(id) => self.get(*id).align,
            Type::Void | Type::Function(_) | Type::Unmodelled(_) => 1,
        }
    }

    /// The member of this name, including members of anonymous members, with its offset in the outer record.
    pub(super) fn field(&self, id: RecordId, name: &str) -> Option<FieldInfo> {
        for field in self.get(id).fields.as_ref()?.iter() {
            match (&field.name, &field.ty) {
                (Some(n), _) if n == name => return Some(field.clone()),
                (None, Type::Record(inner)) => {
                    if let Some(mut found) = self.field(*inner, name) {
                        found.offset += field.offset;
                        return Some(found);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The scalars of an object of type `ty`, at most `limit`; `None` if there are more or the type is not an object
    /// type. The flag is false if the leaves do not cover every value (unions).
    pub(super) fn leaves(&self, ty: &Type, limit: usize) -> Option<(Vec<Leaf>, bool)> {
        let mut out = Vec::new();
        let mut exact = true;
        self.push_leaves(ty, 0, limit, &mut out, &mut exact)?;
        Some((out, exact))
    }

    fn push_leaves(
        &self,
        ty: &Type,
        offset: u64,
        limit: usize,
        out: &mut Vec<Leaf>,
        exact: &mut bool,
    ) -> Option<()> {
        match ty {
            Type::Arith(_) | Type::Pointer(_) => {
                if out.len() >= limit {
                    return None;
                }
                out.push(Leaf {
                    offset,
                    ty: ty.clone(),
                    bits: None,
                });
            }
            Type::Array(element, length) => {
                let (length, step) = ((*length)?, self.size(element)?);
                if length > limit as u64 {
                    return None;
                }
                for i in 0..length {
                    self.push_leaves(element, offset + i * step, limit, out, exact)?;
                }
            }
            Type::Record(id) => {
                let record = self.get(*id);
                let fields = record.fields.clone()?;
                if record.is_union {
                    *exact = false;
                    // The largest member covers the most bytes.
                    let largest = fields.iter().rev().max_by_key(|f| self.size(&f.ty));
                    return largest
                        .map_or(Some(()), |f| self.push_field(f, offset, limit, out, exact));
                }
                for field in fields.iter() {
                    self.push_field(field, offset, limit, out, exact)?;
                }
            }
            Type::Void | Type::Vla(..) | Type::Function(_) | Type::Unmodelled(_) => return None,
        }
        Some(())
    }

    fn push_field(
        &self,
        field: &FieldInfo,
        offset: u64,
        limit: usize,
        out: &mut Vec<Leaf>,
        exact: &mut bool,
    ) -> Option<()> {
        if field.bits.is_none() {
            return self.push_leaves(&field.ty, offset + field.offset, limit, out, exact);
        }
        if out.len() >= limit {
            return None;
        }
        out.push(Leaf {
            offset: offset + field.offset,
            ty: field.ty.clone(),
            bits: field.bits,
        });
        Some(())
    }
}

/// A scalar inside an object.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    /// Bytes from the start of the object.
    pub(super) offset: u64,
    /// Type of the scalar.
    pub(super) ty: Type,
    /// For a bit-field.
    pub(super) bits: Option<Bits>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(
        is_union: bool,
        members: &[(Scalar, Option<u32>)],
    ) -> (u64, u64, Vec<(u64, Option<u8>)>) {
        layout_as(is_union, members, Asks::default())
    }

    fn layout_as(
        is_union: bool,
        members: &[(Scalar, Option<u32>)],
        asks: Asks,
    ) -> (u64, u64, Vec<(u64, Option<u8>)>) {
        let mut records = Records::default();
        let id = records.declare(is_union);
        let members = members.iter().map(|(s, width)| Member {
            name: (*width != Some(0)).then(|| "m".to_owned()),
            ty: Type::Arith(*s),
            width: *width,
            asks: Asks::default(),
        });
        records.complete(id, members.collect(), asks).unwrap();
        let record = records.get(id);
        let fields = record.fields.as_ref().unwrap();
        let places = fields.iter().map(|f| (f.offset, f.bits.map(|b| b.shift)));
        (record.size, record.align, places.collect())
    }

    /// The expected values were produced by gcc 12 on x86-64.
    #[test]
    fn records_are_laid_out_as_gcc_does() {
        use Scalar::*;
        assert_eq!(
            layout(false, &[(I8, None), (I32, None), (I8, None)]),
            (12, 4, vec![(0, None), (4, None), (8, None)])
        );
        assert_eq!(
            layout(true, &[(I8, None), (F64, None)]),
            (8, 8, vec![(0, None), (0, None)])
        );
        let bits = layout(false, &[(I32, Some(3)), (I32, Some(30)), (U8, Some(2))]);
        assert_eq!(bits, (8, 4, vec![(0, Some(0)), (4, Some(0)), (7, Some(6))]));
        assert_eq!(
            layout(false, &[(I8, None), (I32, Some(8))]),
            (4, 4, vec![(0, None), (0, Some(8))])
        );
        let zero = layout(false, &[(I32, Some(3)), (I32, Some(0)), (I32, Some(3))]);
        assert_eq!(zero, (8, 4, vec![(0, Some(0)), (4, Some(0))]));
    }

    /// The expected values were produced by gcc 12 on x86-64.
    #[test]
    fn packed_records_are_laid_out_as_gcc_does() {
        use Scalar::*;
        let packed = Asks {
            packed: true,
            ..Asks::default()
        };
        let limit = |n| Asks {
            limit: Some(n),
            ..Asks::default()
        };
        assert_eq!(
            layout_as(false, &[(I8, None), (I32, None), (I16, None)], packed),
            (7, 1, vec![(0, None), (1, None), (5, None)])
        );
        let bits = [(I32, Some(30)), (I32, Some(10)), (I8, None)];
        assert_eq!(
            layout_as(false, &bits, packed),
            (6, 1, vec![(0, Some(0)), (3, Some(6)), (5, None)])
        );
        assert_eq!(
            layout_as(false, &bits, limit(1)),
            (6, 1, vec![(0, Some(0)), (3, Some(6)), (5, None)])
        );
        assert_eq!(
            layout_as(false, &[(I8, None), (I32, None), (F64, None)], limit(2)),
            (14, 2, vec![(0, None), (2, None), (6, None)])
        );
        let aligned = Asks {
            align: Some(16),
            ..Asks::default()
        };
        assert_eq!(
            layout_as(false, &[(I8, None), (I32, None)], aligned),
            (16, 16, vec![(0, None), (4, None)])
        );
    }
}

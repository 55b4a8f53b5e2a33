//! The objects that places lead to in a state.

use eval::arith;
use ir::{Access, Index, Place, Shape};

use super::{Spot, View, scalar_of};

impl View<'_> {
    /// The object that a place leads to.
    pub(super) fn spot(&self, place: &Place) -> Option<Spot> {
        let mut spot = self.variable(&place.root)?;
        for step in &place.path {
            spot = match step {
                Access::Deref => self.element(&spot, 0)?,
                Access::Element(index) => self.element(&spot, self.index(index)?)?,
                Access::Field(name) => self.member(&spot, name)?,
            };
        }
        Some(spot)
    }

    /// The element that an array or a pointer leads to.
    fn element(&self, spot: &Spot, index: i64) -> Option<Spot> {
        let (object, offset, element) = match spot {
            Spot::Memory(object, offset, Shape::Array(element, _)) => (*object, *offset, element),
            Spot::Register(_, _, Shape::Pointer(element))
            | Spot::Memory(_, _, Shape::Pointer(element)) => {
                let value = self.read(spot).filter(|value| value.init)?;
                if value.object == 0 || value.function().is_some() {
                    return None;
                }
                (value.object, value.bits, element)
            }
            _ => return None,
        };
        let size = self.shapes().size(element);
        if size == 0 && index != 0 {
            return None;
        }
        let distance = index.checked_mul(i64::try_from(size).ok()?)?;
        Some(Spot::Memory(
            object,
            offset.checked_add_signed(distance)?,
            (**element).clone(),
        ))
    }

    fn member(&self, spot: &Spot, name: &str) -> Option<Spot> {
        let Spot::Memory(object, offset, Shape::Record(id)) = spot else {
            return None;
        };
        let record = self.shapes().records.get(*id as usize)?;
        // The members of an anonymous record count as those of the enclosing one.
        for field in &record.fields {
            let offset = offset + field.offset;
            if field.name == name {
                return Some(match field.bits {
                    Some(bits) => Spot::Bits(*object, offset, bits),
                    None => Spot::Memory(*object, offset, field.shape.clone()),
                });
            }
            let inner = Spot::Memory(*object, offset, field.shape.clone());
            if field.name.is_empty()
                && let Some(found) = self.member(&inner, name)
            {
                return Some(found);
            }
        }
        None
    }

    fn index(&self, index: &Index) -> Option<i64> {
        match index {
            Index::Constant(value) => Some(*value),
            Index::Sum(a, b) => self.index(a)?.checked_add(self.index(b)?),
            Index::Difference(a, b) => self.index(a)?.checked_sub(self.index(b)?),
            Index::Value(place) => {
                let spot = self.spot(place)?;
                let (Spot::Register(_, _, shape) | Spot::Memory(_, _, shape)) = &spot else {
                    return None;
                };
                let scalar = scalar_of(shape).filter(|scalar| !scalar.is_float())?;
                let value = self.read(&spot)?;
                let is_number = value.init && value.object == 0;
                is_number.then(|| arith::extend(scalar, value.bits) as i64)
            }
        }
    }
}

//! Initialisers (C11 §6.7.9): which sub-object each expression initialises.
//!
//! [`Lowerer::plan`] walks the type and the entries in parallel, as the standard describes it: an entry goes to the
//! current sub-object, a designator moves the current sub-object, and where an entry without braces meets an aggregate,
//! the aggregate consumes as many entries as it needs. Initialising a sub-object again, or another member of a union,
//! discards the previous initialiser without evaluating it (paragraph 19); initialising a part of a sub-object that an
//! expression initialises overwrites that part (DR 413). The remaining expressions are evaluated in the order of the
//! places, as by gcc and Clang.

use std::collections::BTreeMap;
use std::ops::Range;

use ir::{Inst, Reg};
use rustc_hash::FxHashMap;
use syntax::Span;
use syntax::ast::{Designator, Expr, Init, InitEntry, InitList, TypeName};

use super::Lowerer;
use super::builder::Writes;
use super::globals::MAX_GLOBAL;
use super::layout::{Bits, FieldInfo, Records};
use super::lvalue::LValue;
use super::text::Text;
use super::types::Type;
use super::value::Value;

/// Most sub-objects that one initialiser may set; more, as in `[0 ... 1000000]`, is not modelled.
const MAX_LEAVES: usize = 1 << 20;

/// One expression with the sub-object that it initialises.
#[derive(Debug)]
struct Leaf<'e> {
    offset: u64,
    ty: Type,
    bits: Option<Bits>,
    value: &'e Expr,
    /// The bit after the last one.
    end: u64,
}

/// The effect of an initialiser.
#[derive(Debug, Default)]
struct Plan<'e> {
    /// Leaves by first bit, and in source order where that is equal.
    leaves: BTreeMap<(u64, usize), Leaf<'e>>,
    /// Number of leaves added, including discarded ones.
    added: usize,
    /// Index of the member that is initialised in each union, by the union's offset and record id.
    members: BTreeMap<(u64, u32), u64>,
    /// Whether an entry initialises several elements.
    ranges: bool,
    /// Number of elements that an array of unknown length needs.
    length: u64,
    /// Whether there are more than [`MAX_LEAVES`] leaves.
    too_many: bool,
}

impl<'e> Plan<'e> {
    /// Removes the leaves that initialise only bits of this range.
    fn discard(&mut self, bits: &Range<u64>) {
        if bits.is_empty() {
            return;
        }
        let inside = self.leaves.range((bits.start, 0)..(bits.end, 0));
        let inside = inside.filter(|(_, leaf)| leaf.end <= bits.end);
        let inside: Vec<_> = inside.map(|(key, _)| *key).collect();
        for key in inside {
            self.leaves.remove(&key);
        }
    }

    /// Adds the leaf of a sub-object, discarding those inside it.
    fn add_leaf(&mut self, records: &Records, sub: Sub, value: &'e Expr, outermost: bool) {
        if self.added >= MAX_LEAVES {
            self.too_many = true;
            return;
        }
        if let (true, Some(text)) = (outermost, Text::of(value)) {
            self.length = text.length();
        }
        let bits = sub.bits(records);
        self.discard(&bits);
        let leaf = Leaf {
            offset: sub.offset,
            ty: sub.ty,
            bits: sub.bits,
            value,
            end: bits.end,
        };
        self.leaves.insert((bits.start, self.added), leaf);
        self.added += 1;
    }

    /// Makes a member the initialised one of a union, discarding the one initialised before.
    fn choose_member(&mut self, records: &Records, sub: &Sub, position: u64) {
        let Type::Record(id) = &sub.ty else {
            return;
        };
        if records.get(*id).is_union {
            let before = self.members.insert((sub.offset, id.0), position);
            if before.is_some_and(|before| before != position) {
                self.discard(&sub.bits(records));
            }
        }
    }
}

/// Entries of one pair of braces while they are assigned to sub-objects.
struct Cursor<'e> {
    entries: &'e [InitEntry],
    next: usize,
    /// The entry whose designators have been followed already.
    designated: Option<usize>,
}

/// The positions that a designator denotes.
struct DesignatedRange {
    first: u64,
    last: u64,
    /// Whether the designator names a member of the anonymous record at that position.
    inside: bool,
}

/// Values of entries that initialise several elements, by the address of the expression, so that each is evaluated
/// once.
type Values = FxHashMap<usize, Value>;

/// A sub-object.
struct Sub {
    ty: Type,
    offset: u64,
    bits: Option<Bits>,
}

impl Sub {
    /// The bits of a sub-object; empty if its type has no size.
    fn bits(&self, records: &Records) -> Range<u64> {
        let start = self.offset.saturating_mul(8);
        match self.bits {
            Some(bits) => {
                let start = start.saturating_add(u64::from(bits.shift));
                start..start.saturating_add(u64::from(bits.width))
            }
            None => {
                let size = records.size(&self.ty).unwrap_or(0);
                start..start.saturating_add(size.saturating_mul(8))
            }
        }
    }

    /// The element or member at a position.
    fn part(&self, records: &Records, position: u64) -> Option<Sub> {
        match &self.ty {
            Type::Array(element, length) => {
                // An array of length 0 is flexible: a static object has room for all its elements.
                if length.is_some_and(|n| position >= n && n > 0) {
                    return None;
                }
                let offset = position.checked_mul(records.size(element)?)?;
                Some(Sub {
                    ty: (**element).clone(),
                    offset: self.offset.checked_add(offset)?,
                    bits: None,
                })
            }
            Type::Record(id) => {
                let record = records.get(*id);
                if record.is_union
                    && position > 0
                    && position >= record.fields.as_ref()?.len() as u64
                {
                    return None;
                }
                let field = record
                    .fields
                    .as_ref()?
                    .get(usize::try_from(position).ok()?)?;
                Some(Sub {
                    ty: field.ty.clone(),
                    offset: self.offset + field.offset,
                    bits: field.bits,
                })
            }
            _ => None,
        }
    }

    /// Whether this is a union.
    fn is_union(&self, records: &Records) -> bool {
        matches!(self.ty, Type::Record(id) if records.get(id).is_union)
    }
}

impl Lowerer<'_> {
    fn plan<'e>(&mut self, ty: &Type, init: &'e Init) -> Plan<'e> {
        let mut plan = Plan::default();
        let whole = Sub {
            ty: ty.clone(),
            offset: 0,
            bits: None,
        };
        self.plan_object(whole, init, &mut plan, true);
        plan
    }

    fn plan_object<'e>(&mut self, sub: Sub, init: &'e Init, plan: &mut Plan<'e>, outermost: bool) {
        let list = match init {
            Init::Expr(value) => return plan.add_leaf(&self.records, sub, value, outermost),
            Init::List(list) => list,
        };
        // `{ "text" }` for an array of characters, `{ 1 }` for a scalar.
        if let [
            InitEntry {
                designators,
                init: Init::Expr(value),
            },
        ] = &list.entries[..]
            && designators.is_empty()
            && (!is_aggregate(&sub.ty) || is_text(&sub.ty, value))
        {
            return plan.add_leaf(&self.records, sub, value, outermost);
        }
        if !is_aggregate(&sub.ty) {
            if let Some(first) = list.entries.first() {
                self.plan_object(sub, &first.init, plan, false);
            }
            return;
        }
        plan.discard(&sub.bits(&self.records));
        let mut cursor = Cursor {
            entries: &list.entries,
            next: 0,
            designated: None,
        };
        let reached = self.plan_aggregate(&sub, &mut cursor, &[], true, plan);
        if outermost {
            plan.length = reached;
        }
    }

    /// Fills an aggregate. Returns the number of elements reached.
    fn plan_aggregate<'e>(
        &mut self,
        sub: &Sub,
        cursor: &mut Cursor<'e>,
        designators: &'e [Designator],
        braced: bool,
        plan: &mut Plan<'e>,
    ) -> u64 {
        let mut pending = designators;
        let (mut position, mut reached) = (0, 0);
        while let Some(entry) = cursor.entries.get(cursor.next) {
            if plan.too_many {
                break;
            }
            if pending.is_empty()
                && cursor.designated != Some(cursor.next)
                && !entry.designators.is_empty()
            {
                if !braced {
                    break;
                }
                pending = &entry.designators;
                cursor.designated = Some(cursor.next);
            }
            let mut last = position;
            let mut deeper: &[Designator] = &[];
            if let Some((first, rest)) = pending.split_first() {
                let Some(found) = self.designated_range(&sub.ty, first) else {
                    self.wrong(
                        entry_span(entry),
                        "this designator names no part of the object",
                    );
                    cursor.next += 1;
                    pending = &[];
                    continue;
                };
                (position, last) = (found.first, found.last);
                deeper = if found.inside { pending } else { rest };
                pending = &[];
            }
            let Some(part) = sub.part(&self.records, position) else {
                if !braced {
                    break;
                }
                self.diagnostics.warning(
                    entry_span(entry),
                    "more initialisers than the object has room for",
                );
                cursor.next += 1;
                continue;
            };
            let start = cursor.next;
            plan.choose_member(&self.records, sub, position);
            self.plan_part(part, cursor, deeper, plan);
            if cursor.next == start {
                // A part of size zero, such as an empty struct, consumes no entry.
                if !braced {
                    break;
                }
                cursor.next += 1;
            }
            // GNU `[low ... high]`: repeat the entry for each element.
            while position < last && !plan.too_many {
                position += 1;
                let Some(part) = sub.part(&self.records, position) else {
                    break;
                };
                cursor.next = start;
                cursor.designated = Some(start);
                plan.ranges = true;
                self.plan_part(part, cursor, deeper, plan);
            }
            position += 1;
            reached = reached.max(position);
            if !braced && sub.is_union(&self.records) {
                break;
            }
        }
        reached
    }

    fn plan_part<'e>(
        &mut self,
        part: Sub,
        cursor: &mut Cursor<'e>,
        deeper: &'e [Designator],
        plan: &mut Plan<'e>,
    ) {
        let Some(entry) = cursor.entries.get(cursor.next) else {
            return;
        };
        if !deeper.is_empty() {
            let before = cursor.next;
            self.plan_aggregate(&part, cursor, deeper, false, plan);
            if cursor.next == before {
                cursor.next += 1;
            }
            return;
        }
        match &entry.init {
            Init::Expr(value) if is_aggregate(&part.ty) && !is_text(&part.ty, value) => {
                let whole = matches!(part.ty, Type::Record(_)) && self.type_of(value) == part.ty;
                if whole {
                    plan.add_leaf(&self.records, part, value, false);
                    cursor.next += 1;
                } else {
                    cursor.designated = Some(cursor.next);
                    self.plan_aggregate(&part, cursor, &[], false, plan);
                }
            }
            init => {
                self.plan_object(part, init, plan, false);
                cursor.next += 1;
            }
        }
    }

    /// The positions that a designator denotes.
    fn designated_range(&mut self, ty: &Type, designator: &Designator) -> Option<DesignatedRange> {
        let plain = |first, last| {
            Some(DesignatedRange {
                first,
                last,
                inside: false,
            })
        };
        match (ty, designator) {
            (Type::Array(..), Designator::Index(e)) => {
                let index = u64::try_from(self.constant_int(e)?).ok()?;
                plain(index, index)
            }
            (Type::Array(..), Designator::Range(low, high)) => {
                let low = u64::try_from(self.constant_int(low)?).ok()?;
                let high = u64::try_from(self.constant_int(high)?).ok()?;
                plain(low, high)
            }
            (Type::Record(id), Designator::Field(name)) => {
                let fields = self.records.get(*id).fields.clone()?;
                let named = |f: &FieldInfo| f.name.as_ref() == Some(&name.text);
                if let Some(index) = fields.iter().position(named) {
                    return plain(index as u64, index as u64);
                }
                let holds = |f: &FieldInfo| {
                    f.name.is_none()
                        && matches!(f.ty, Type::Record(inner) if self.records.field(inner, &name.text).is_some())
                };
                let index = fields.iter().position(holds)? as u64;
                Some(DesignatedRange {
                    first: index,
                    last: index,
                    inside: true,
                })
            }
            _ => None,
        }
    }

    /// `ty` with the length that a braced initialiser gives to an array without one.
    pub(super) fn complete_array(&mut self, ty: Type, list: &InitList) -> Type {
        match ty {
            Type::Array(_, None) => self.complete_by_initialiser(ty, &Init::List(list.clone())),
            other => other,
        }
    }

    /// Number of bytes that an initialiser fills, which may exceed the size of a type with a flexible array member.
    pub(super) fn initialised_size(&mut self, ty: &Type, init: &Init) -> u64 {
        if !matches!(ty, Type::Record(_)) {
            return 0;
        }
        let plan = self.plan(ty, init);
        let ends = plan.leaves.values().map(|leaf| {
            let size = match (&leaf.ty, Text::of(leaf.value)) {
                (Type::Array(_, Some(0)), Some(text)) => text.bytes.len() as u64,
                (ty, _) => self.records.size(ty).unwrap_or(0),
            };
            leaf.offset + size
        });
        ends.max().unwrap_or(0)
    }

    /// `ty` with the length that an initialiser gives to an array without one.
    pub(super) fn complete_by_initialiser(&mut self, ty: Type, init: &Init) -> Type {
        match &ty {
            Type::Array(element, None) => {
                let length = self.plan(&ty, init).length;
                Type::Array(element.clone(), Some(length))
            }
            _ => ty,
        }
    }

    /// Initialises the object at `place`, with the current treatment of writes; `zeroed` means that its bytes are 0.
    pub(super) fn initialise_raw(
        &mut self,
        place: &LValue,
        init: &Init,
        zeroed: bool,
        span: Span,
    ) -> Option<Value> {
        // A scalar.
        let ty = place.ty();
        if let (Some(_), Init::Expr(e)) = (ty.scalar(), init) {
            return Some(self.initialise_scalar(place, e, span));
        }

        // A scalar with braces; without an entry it is 0.
        if let LValue::Register(..) = place {
            let plan = self.plan(&ty, init);
            if let Some(leaf) = plan.leaves.values().next() {
                return Some(self.initialise_scalar(place, leaf.value, span));
            }
            let zero = self.int_constant(0, ir::Scalar::I32, span);
            let zero = self.convert(zero, &ty, span);
            return Some(self.store(place, zero, span));
        }

        // An aggregate: what no entry initialises is 0.
        let LValue::Memory(address, _) = place else {
            return None;
        };
        let plan = self.plan(&ty, init);
        if plan.too_many {
            self.unsupported(
                span,
                format!("an initialiser of more than {MAX_LEAVES} elements"),
            );
            return None;
        }
        let whole = matches!((init, &ty), (Init::Expr(_), Type::Record(_)));
        if !zeroed && !whole {
            let size = self.records.size(&ty).unwrap_or(0) as u32;
            self.f.emit(
                span,
                Inst::Zero {
                    dst: *address,
                    size,
                },
            );
        }

        // Its leaves, in the order of their places.
        let mut values = Values::default();
        for leaf in plan.leaves.values() {
            let shared = plan.ranges && !self.effects(leaf.value).pure();
            self.initialise_leaf(*address, leaf, shared.then_some(&mut values));
        }
        None
    }

    fn initialise_scalar(&mut self, place: &LValue, e: &Expr, span: Span) -> Value {
        self.check_order(e);
        let ty = place.ty();
        self.calls.set_pointee(&ty, e, &self.records);
        let value = self.converted(e, &ty, e.span);
        self.store(place, value, span)
    }

    /// Initialises a sub-object. The value of an entry that initialises several sub-objects is taken from `shared`.
    fn initialise_leaf(&mut self, base: Reg, leaf: &Leaf<'_>, shared: Option<&mut Values>) {
        let span = leaf.value.span;
        let at = self.member_address(base, leaf.offset, span);
        if let (Type::Array(..), Some(text)) = (&leaf.ty, Text::of(leaf.value)) {
            let global = self.globals.string_literal(&text, span);
            let room = match self.records.size(&leaf.ty) {
                None | Some(0) => u64::MAX,
                Some(size) => size,
            };
            let size = room.min(text.bytes.len() as u64) as u32;
            let src = self.f.reg();
            self.f.emit(span, Inst::AddrGlobal { dst: src, global });
            self.f.emit(span, Inst::Copy { dst: at, src, size });
            return;
        }
        let place = match leaf.bits {
            Some(bits) => LValue::Bits(at, bits),
            None => LValue::Memory(at, leaf.ty.clone()),
        };
        let place = self.at_offset(place, leaf.offset, span);
        let Some(shared) = shared else {
            self.initialise_scalar(&place, leaf.value, span);
            return;
        };
        let entry = std::ptr::from_ref(leaf.value).addr();
        let value = match shared.get(&entry) {
            Some(value) => value.clone(),
            None => {
                let value = self.converted(leaf.value, &place.ty(), span);
                shared.insert(entry, value.clone());
                value
            }
        };
        self.store(&place, value, span);
    }

    /// `(type) { … }`: an object of the enclosing function, or a global one at file scope.
    pub(super) fn compound_literal(
        &mut self,
        ty: &TypeName,
        list: &InitList,
        span: Span,
    ) -> Option<LValue> {
        let ty = self.type_name(ty);
        let ty = self.complete_array(ty, list);
        let Some(size) = self.records.size(&ty) else {
            self.unsupported(span, "a compound literal of this type");
            return None;
        };
        if size > MAX_GLOBAL {
            self.unsupported(span, "a compound literal of more than 256 MB");
            return None;
        }
        let dst = self.f.reg();
        let at_file_scope = self.scopes.at_file_scope();
        if at_file_scope {
            let global = self
                .globals
                .create("compound literal", ty.clone(), true, span);
            self.f.emit(span, Inst::AddrGlobal { dst, global });
        } else {
            let slot = self
                .f
                .slot("compound literal", size, self.records.align(&ty), &ty, span);
            self.f.live.push(slot);
            self.f.emit(span, Inst::SlotKeep { slot });
            self.f.emit(span, Inst::AddrSlot { dst, slot });
        }
        let place = LValue::Memory(dst, ty);
        // Under `Angelic`, only writes are evaluated, so a literal that is reached is part of an address.
        let writes = match self.f.writes {
            Writes::Own => Writes::Own,
            _ => Writes::Owned,
        };
        self.with_writes(writes, |this| {
            this.initialise_raw(&place, &Init::List(list.clone()), at_file_scope, span);
        });
        Some(place)
    }
}

fn is_aggregate(ty: &Type) -> bool {
    matches!(ty, Type::Array(..) | Type::Record(_))
}

/// Whether the expression is a string literal for an array of characters.
fn is_text(ty: &Type, value: &Expr) -> bool {
    let text = || Text::of(value);
    matches!(ty, Type::Array(element, _) if text().is_some_and(|text| text.fits(element)))
}

fn entry_span(entry: &InitEntry) -> Span {
    match &entry.init {
        Init::Expr(e) => e.span,
        Init::List(list) => list.span,
    }
}

//! The components of the program: their creation, look-up and numbers.

use std::cmp::Reverse;
use std::sync::Arc;

use ir::{CompId, Component, ComponentKind, FnId, Inst, Operands, Place, Program};
use rustc_hash::FxHashMap;
use syntax::Span;

use super::effects::Extent;

/// All components; copies of their code (alternatives that evaluate) find them again.
#[derive(Debug, Default)]
pub(super) struct Components {
    /// Components by id.
    all: Vec<Component>,
    /// Ids by place and kind, which identify a component.
    ids: FxHashMap<(Span, ComponentKind), CompId>,
    /// Spans inside which expressions are components; see [`super::parts`].
    refined: Vec<Span>,
}

impl Components {
    /// Makes the expressions inside these spans components.
    pub(super) fn refine(&mut self, spans: &[Span]) {
        self.refined = spans.to_vec();
    }

    /// Whether the expressions inside this span are components.
    pub(super) fn is_refined(&self, span: Span) -> bool {
        self.refined.iter().any(|outer| outer.encloses(span))
    }

    /// The component of this kind at this place, created if it does not exist.
    pub(super) fn find_or_create(
        &mut self,
        kind: ComponentKind,
        span: Span,
        function: FnId,
        extent: Extent,
    ) -> CompId {
        let next = CompId(self.all.len() as u32);
        let comp = *self.ids.entry((span, kind)).or_insert(next);
        if comp == next {
            self.all.push(Component {
                span,
                kind,
                function,
                pass_through: false,
                nodes: extent.nodes,
                height: extent.height,
                target: None,
                operands: None,
            });
        }
        comp
    }

    /// Marks a component as one that only passes a value on.
    pub(super) fn mark_pass_through(&mut self, comp: CompId) {
        self.all[comp.index()].pass_through = true;
    }

    /// Sets the place that a component writes.
    pub(super) fn set_target(&mut self, comp: CompId, target: Option<Place>) {
        self.all[comp.index()].target = target;
    }

    /// Sets the operands of a condition.
    pub(super) fn set_operands(&mut self, comp: CompId, operands: Option<Operands>) {
        self.all[comp.index()].operands = operands;
    }

    /// Removes all components, in the order of their ids.
    pub(super) fn take(&mut self) -> Vec<Component> {
        self.ids.clear();
        std::mem::take(&mut self.all)
    }
}

/// Numbers components in the order of their places, outer before inner.
pub(super) fn number_components(program: &mut Program) {
    let mut order: Vec<u32> = (0..program.components.len() as u32).collect();
    order.sort_by_key(|i| {
        let c = &program.components[*i as usize];
        let is_added = matches!(c.kind, ComponentKind::Part(_) | ComponentKind::Insertion(_));
        (
            is_added,
            c.span.file,
            c.span.start,
            Reverse(c.span.end),
            c.kind,
        )
    });
    let mut new = vec![CompId(0); order.len()];
    for (to, from) in order.iter().enumerate() {
        new[*from as usize] = CompId(to as u32);
    }
    let old = std::mem::take(&mut program.components);
    program.components = order.iter().map(|i| old[*i as usize].clone()).collect();
    for function in program.functions.iter_mut().map(Arc::make_mut) {
        let renumber = |comp: &mut CompId| *comp = new[comp.index()];
        for inst in &mut function.code {
            match inst {
                Inst::Enter { comp, .. }
                | Inst::Angelic { comp, .. }
                | Inst::AngelicText { comp, .. }
                | Inst::AngelicOutput { comp } => renumber(comp),
                _ => {}
            }
        }
        function
            .relaxations
            .iter_mut()
            .for_each(|r| renumber(&mut r.comp));
        function
            .observes
            .iter_mut()
            .for_each(|o| renumber(&mut o.comp));
    }
}

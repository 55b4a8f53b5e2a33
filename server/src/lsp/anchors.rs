//! Places in an analysed text, and their positions in the current text.

use std::ops::{Deref, Range};
use std::sync::Arc;

use super::edit::Edit;

/// A span of bytes of the current text; `None` if the place was deleted or is in another file.
pub(crate) type Place = Option<Range<usize>>;

/// Places that move with the text.
pub(crate) trait Movable {
    /// The places after an edit.
    fn moved(&self, edit: &Edit) -> Self;
}

/// List of places after an edit.
pub(crate) fn moved(places: &[Place], edit: &Edit) -> Vec<Place> {
    places
        .iter()
        .map(|place| place.as_ref().and_then(|span| edit.moved(span)))
        .collect()
}

/// Current places of a result. The result itself never changes; edits only move the places.
#[derive(Debug, Clone)]
pub(crate) struct AnchoredPlaces<P> {
    now: Arc<P>,
    original: Arc<P>,
    analysed: Arc<str>,
}

impl<P: Movable + Clone> AnchoredPlaces<P> {
    /// Anchors places in the analysed text.
    pub(crate) fn new(places: P, analysed: &Arc<str>) -> Self {
        let places = Arc::new(places);
        Self {
            now: Arc::clone(&places),
            original: places,
            analysed: Arc::clone(analysed),
        }
    }

    /// The places after edits. Undoing every edit restores the exact places.
    pub(crate) fn after(&self, edits: &[Edit], text: &str) -> Self {
        let now = if self.is_about(text) {
            Arc::clone(&self.original)
        } else {
            let moved = edits
                .iter()
                .fold((*self.now).clone(), |places, edit| places.moved(edit));
            Arc::new(moved)
        };
        Self {
            now,
            ..self.clone()
        }
    }

    /// Whether this very text was analysed.
    pub(crate) fn is_about(&self, text: &str) -> bool {
        std::ptr::eq(self.analysed.as_ptr(), text.as_ptr()) || *self.analysed == *text
    }
}

impl<P> Deref for AnchoredPlaces<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.now
    }
}

/// The span, if it lies inside the text and on character boundaries; otherwise `None`.
pub(crate) fn clamp(text: &str, span: Range<usize>) -> Place {
    text.get(span.clone()).map(|_| span)
}

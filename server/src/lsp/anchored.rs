//! Places in a text that was analysed, and where they are in the text of now.

use std::ops::{Deref, Range};
use std::sync::Arc;

use super::edit::Edit;

/// A span of bytes of the present text; nothing when the place was deleted or is in another file.
pub(crate) type Place = Option<Range<usize>>;

/// Places that move with the text.
pub(crate) trait Movable {
    /// Where they are after an edit.
    fn moved(&self, edit: &Edit) -> Self;
}

/// A list of places after an edit.
pub(crate) fn moved(places: &[Place], edit: &Edit) -> Vec<Place> {
    places
        .iter()
        .map(|place| place.as_ref().and_then(|span| edit.moved(span)))
        .collect()
}

/// The places of a result, as they are now. What the result says never changes; edits move the places only.
#[derive(Debug, Clone)]
pub(crate) struct Anchored<P> {
    now: Arc<P>,
    original: Arc<P>,
    analysed: Arc<str>,
}

impl<P: Movable + Clone> Anchored<P> {
    /// Places in the text that was analysed.
    pub(crate) fn new(places: P, analysed: &Arc<str>) -> Self {
        let places = Arc::new(places);
        Self {
            now: Arc::clone(&places),
            original: places,
            analysed: Arc::clone(analysed),
        }
    }

    /// The same places after edits. Undoing every edit brings back the exact places.
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

impl<P> Deref for Anchored<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.now
    }
}

/// The span inside the text, on borders of characters; nothing if it lies outside.
pub(crate) fn clamp(text: &str, span: Range<usize>) -> Place {
    text.get(span.clone()).map(|_| span)
}

//! The last writers: the state of a run with nodes in place of values.

use std::rc::Rc;

use eval::ObjId;
use ir::flow::{SIZE_CLASSES, StatePart};
use ir::{CompId, Pc};
use rustc_hash::FxHashMap;

use crate::location::GRANULE;
use crate::window::{NodeId, Owner};

/// Number of bytes in a page.
const PAGE: usize = 64;

/// The last writer of a register or a cell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tag {
    /// The node that wrote the value.
    pub(crate) node: NodeId,
    /// The latest node that could have written the value; relevant only if it is later than `node`.
    pub(crate) barrier: NodeId,
    /// Whether this is a temporary value computed from constants alone, the same at each execution.
    pub(crate) fixed: bool,
}

impl Tag {
    /// The tag of a value that this node wrote.
    pub(crate) fn of(node: NodeId) -> Tag {
        Tag {
            node,
            ..Tag::default()
        }
    }
}

/// The last writers of the bytes of an object.
#[derive(Debug, Clone, Default)]
pub(crate) struct ObjectShadow {
    /// The node that made the object.
    pub(crate) birth: NodeId,
    /// The node that ended the object's lifetime.
    pub(crate) ended: NodeId,
    /// Whether code that does not name the object may reach it through pointers.
    pub(crate) exposed: bool,
    /// The latest node that could have written any part of the object.
    pub(crate) barrier: NodeId,
    /// The latest node that could have written each granule.
    granules: FxHashMap<u32, NodeId>,
    pages: Vec<Option<Rc<[NodeId; PAGE]>>>,
}

impl ObjectShadow {
    pub(crate) fn new(birth: NodeId, exposed: bool) -> ObjectShadow {
        ObjectShadow {
            birth,
            exposed,
            ..ObjectShadow::default()
        }
    }

    /// Calls `f` with the writer of each run of bytes in a range that have the same writer.
    pub(crate) fn writers(&self, at: u64, size: u64, mut f: impl FnMut(NodeId)) {
        let mut last = None;
        let mut byte = at as usize;
        let end = (at + size) as usize;
        while byte < end {
            let page = self.pages.get(byte / PAGE).and_then(Option::as_ref);
            let here = match page {
                Some(page) => page[byte % PAGE],
                None => self.birth,
            };
            if last != Some(here) {
                last = Some(here);
                f(here);
            }
            byte = match page {
                Some(_) => byte + 1,
                None => (byte / PAGE + 1) * PAGE,
            };
        }
    }

    pub(crate) fn write(&mut self, at: u64, size: u64, node: NodeId) {
        let (start, end) = (at as usize, (at + size) as usize);
        let pages = end.div_ceil(PAGE);
        if self.pages.len() < pages {
            self.pages.resize(pages, None);
        }
        let birth = self.birth;
        for index in start / PAGE..pages {
            let page = self.pages[index].get_or_insert_with(|| Rc::new([birth; PAGE]));
            let first = (index * PAGE).max(start) - index * PAGE;
            let last = ((index + 1) * PAGE).min(end) - index * PAGE;
            Rc::make_mut(page)[first..last].fill(node);
        }
    }

    /// Calls `f` with each granule of a range that some node could have written, and the latest such node.
    pub(crate) fn granules(&self, at: u64, size: u64, mut f: impl FnMut(u32, NodeId)) {
        if self.granules.is_empty() || size == 0 {
            return;
        }
        for index in at / GRANULE..=(at + size - 1) / GRANULE {
            if let Some(node) = self.granules.get(&(index as u32)) {
                f(index as u32, *node);
            }
        }
    }

    /// Sets the latest node that could have written a granule; returns the previous one.
    pub(crate) fn set_granule(&mut self, index: u32, node: NodeId) -> NodeId {
        self.granules.insert(index, node).unwrap_or(0)
    }
}

/// A branch whose region is being executed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Live {
    pub(crate) node: NodeId,
    /// The end of the region; `None` if it ends with the function.
    pub(crate) meet: Option<Pc>,
}

/// A component that was entered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EnteredComponent {
    pub(crate) execution: u32,
    /// The node of the component's beginning, if the component is nested in another one.
    pub(crate) node: NodeId,
}

/// An activation of a function.
#[derive(Debug, Clone)]
pub(crate) struct FrameShadow {
    pub(crate) activation: u32,
    /// The node of the call.
    pub(crate) call: NodeId,
    /// The owner of code without components.
    pub(crate) owner: Option<Owner>,
    /// Branches around the position, the innermost one last.
    pub(crate) live: Vec<Live>,
    /// The latest execution of each component in this activation.
    pub(crate) entered: FxHashMap<CompId, EnteredComponent>,
}

impl FrameShadow {
    pub(crate) fn new(activation: u32, call: NodeId, owner: Option<Owner>) -> FrameShadow {
        FrameShadow {
            activation,
            call,
            owner,
            live: Vec::new(),
            entered: FxHashMap::default(),
        }
    }

    /// The node that decides that the position is executed.
    pub(crate) fn control(&self) -> NodeId {
        self.live.last().map_or(self.call, |live| live.node)
    }
}

/// The last writers of the whole state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shadow {
    /// Tags of the machine's registers, with the same indices.
    pub(crate) registers: Vec<Tag>,
    objects: Vec<Rc<ObjectShadow>>,
    state: [Tag; StatePart::ALL.len()],
    /// For each size class, the latest node that could have written a scalar of that size anywhere.
    pub(crate) anywhere: [NodeId; SIZE_CLASSES],
    /// Shadows of the machine's frames, with the same indices.
    pub(crate) frames: Vec<FrameShadow>,
}

impl Shadow {
    pub(crate) fn object(&self, id: ObjId) -> Option<&ObjectShadow> {
        let at = (id as usize).checked_sub(1)?;
        self.objects.get(at).map(Rc::as_ref)
    }

    pub(crate) fn object_mut(&mut self, id: ObjId) -> Option<&mut ObjectShadow> {
        let at = (id as usize).checked_sub(1)?;
        self.objects.get_mut(at).map(Rc::make_mut)
    }

    /// Number of objects.
    pub(crate) fn objects(&self) -> usize {
        self.objects.len()
    }

    pub(crate) fn add_object(&mut self, object: ObjectShadow) {
        self.objects.push(Rc::new(object));
    }

    pub(crate) fn state(&self, part: StatePart) -> Tag {
        self.state[part as usize]
    }

    pub(crate) fn state_mut(&mut self, part: StatePart) -> &mut Tag {
        &mut self.state[part as usize]
    }
}

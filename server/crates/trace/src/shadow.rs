//! Who wrote what: the state of a run with nodes in the place of values.

use std::rc::Rc;

use ir::eval::ObjId;
use ir::{CompId, Pc};
use rustc_hash::FxHashMap;

use crate::place::{CELLS, Cell, GRANULE, SIZES};
use crate::window::{NodeId, Owner};

/// Bytes of a page.
const PAGE: usize = 64;

/// Who wrote something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tag {
    /// The node that wrote it.
    pub(crate) node: NodeId,
    /// The latest node that could have written it; counts if it is later.
    pub(crate) barrier: NodeId,
    /// It is a temporary value that is computed from constants alone, the same at each execution.
    pub(crate) fixed: bool,
}

impl Tag {
    /// Written by that node.
    pub(crate) fn of(node: NodeId) -> Tag {
        Tag {
            node,
            ..Tag::default()
        }
    }
}

/// Who wrote the bytes of an object.
#[derive(Debug, Clone, Default)]
pub(crate) struct ObjectShadow {
    /// The node that made it.
    pub(crate) birth: NodeId,
    /// The node that ended its life.
    pub(crate) ended: NodeId,
    /// Pointers may lead to it elsewhere than where it is named.
    pub(crate) exposed: bool,
    /// The latest node that could have written any of it.
    pub(crate) barrier: NodeId,
    /// The latest node that could have written some bytes.
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

    /// Calls `f` with the writers of a range, each once for each stretch of its own.
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

    /// Calls `f` with the granules of a range that some node could have written, and the latest one.
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

    /// Sets the latest node that could have written a granule; gives the one before.
    pub(crate) fn set_granule(&mut self, index: u32, node: NodeId) -> NodeId {
        self.granules.insert(index, node).unwrap_or(0)
    }
}

/// A branch whose region is being executed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Live {
    pub(crate) node: NodeId,
    /// Where its region ends; `None`: when the function returns.
    pub(crate) meet: Option<Pc>,
}

/// A component that was entered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EnteredComponent {
    pub(crate) execution: u32,
    /// The node of its beginning, if it stands within another one.
    pub(crate) node: NodeId,
}

/// An activation of a function.
#[derive(Debug, Clone)]
pub(crate) struct FrameShadow {
    pub(crate) activation: u32,
    /// The node that called it.
    pub(crate) call: NodeId,
    /// Who owns code without components.
    pub(crate) owner: Option<Owner>,
    /// Branches around the position, the innermost one last.
    pub(crate) live: Vec<Live>,
    /// The latest execution of each component here.
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

    /// What decides that control comes to the position.
    pub(crate) fn control(&self) -> NodeId {
        self.live.last().map_or(self.call, |live| live.node)
    }
}

/// Who wrote what.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shadow {
    /// As the registers of the machine.
    pub(crate) registers: Vec<Tag>,
    objects: Vec<Rc<ObjectShadow>>,
    cells: [Tag; CELLS],
    /// The latest node that could have written a scalar of a size anywhere.
    pub(crate) anywhere: [NodeId; SIZES],
    /// As the frames of the machine.
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

    pub(crate) fn cell(&self, cell: Cell) -> Tag {
        self.cells[cell as usize]
    }

    pub(crate) fn cell_mut(&mut self, cell: Cell) -> &mut Tag {
        &mut self.cells[cell as usize]
    }
}

//! A program with only some branches open: the on-demand formula of Jin and Orso (§III-B), as code.
//!
//! A *branch* of a conditional in the program text is the code that follows if its condition is true, if it is false,
//! or for a `case`. All copies of a conditional in the code (in the alternatives of enclosing components, at each use
//! of a macro) share its branches. A branch can be closed. A run that would take a closed branch reaches a *stub*
//! instead, which over-approximates everything that may happen until the branches of the conditional join:
//!
//! * every register that is assigned in the branch and read later, and every scalar of a named object that may be
//!   written there, gets an arbitrary value; if something may be printed, an arbitrary text is;
//! * where that cannot be expressed (writes through unknown pointers, assignments of pointers, allocation, input, the
//!   end of the program), the stub is *opaque*: the run stops there, and has to count as one that may pass.
//!
//! This corresponds to the paper's trace formula, in a branch that no trace has taken yet: the φ function at the join
//! point is encoded, but the definition that it selects on that side is not, so its value is free. The stub also
//! includes whatever relaxed components inside the closed branch could do. So a test that cannot pass in the program
//! with closed branches cannot pass in the program itself, and what must be relaxed for it lies outside the closed
//! branches.
//!
//! [`OnDemand`] is the program laid out once, with a stub for each branch of each conditional after the code of each
//! function; branches are opened and closed by setting jump targets. Positions are those of the original program, and
//! with all branches open both behave identically.
//!
//! # References
//! W. Jin, A. Orso: *Improving Efficiency and Scalability of Formula-based Debugging*, 2016, §III-B1.

mod stub;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use syntax::Span;

use self::stub::{Stub, Surroundings};
use ir::flow::{Scope, Summaries, as_written};
use ir::program::{BranchId, FnId, Function, Inst, Pc, Program};

/// A set of branches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BranchSet(Vec<bool>);

impl BranchSet {
    /// Whether the set contains the branch.
    pub fn contains(&self, branch: BranchId) -> bool {
        self.0.get(branch.index()).copied().unwrap_or(false)
    }

    /// Adds a branch. Returns whether it was new.
    pub fn insert(&mut self, branch: BranchId) -> bool {
        if self.0.len() <= branch.index() {
            self.0.resize(branch.index() + 1, false);
        }
        !std::mem::replace(&mut self.0[branch.index()], true)
    }

    /// Number of branches in the set.
    pub fn len(&self) -> usize {
        self.0.iter().filter(|is| **is).count()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The branches, in order.
    pub fn iter(&self) -> impl Iterator<Item = BranchId> + '_ {
        let all = (0..).zip(&self.0).filter(|(_, is)| **is);
        all.map(|(i, _)| BranchId(i))
    }
}

impl FromIterator<BranchId> for BranchSet {
    fn from_iter<I: IntoIterator<Item = BranchId>>(all: I) -> BranchSet {
        let mut branches = BranchSet::default();
        for branch in all {
            branches.insert(branch);
        }
        branches
    }
}

/// A branch of a conditional in the program text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Branch {
    /// The function.
    pub function: FnId,
    /// The condition.
    pub span: Span,
    /// Index among the conditional's branches: 0 for true and 1 for false, or the index of the case.
    pub which: u32,
}

/// A jump to a branch.
#[derive(Debug, Clone, Copy)]
struct Site {
    function: FnId,
    pc: Pc,
    branch: BranchId,
    /// Index of the target in the instruction.
    target: usize,
    open: Pc,
    closed: Pc,
}

/// A program whose branches can be opened and closed.
#[derive(Debug, Clone)]
pub struct OnDemand {
    program: Program,
    branches: Vec<Branch>,
    sites: Vec<Site>,
    /// Whether each branch is open.
    open: Vec<bool>,
}

impl OnDemand {
    /// Lays out a program, with all branches open.
    pub fn new(program: &Program) -> OnDemand {
        let mut laid_out = OnDemand {
            program: program.clone(),
            branches: Vec::new(),
            sites: Vec::new(),
            open: Vec::new(),
        };
        let summaries = Summaries::new(program, Scope::Alternatives);
        for (i, f) in program.functions.iter().enumerate() {
            if f.code.iter().any(|inst| matches!(inst, Inst::Enter { .. })) {
                laid_out.lay_out(program, &summaries, FnId(i as u32));
            }
        }
        laid_out.open = vec![true; laid_out.branches.len()];
        laid_out
    }

    /// The program in its current state.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// All branches, indexed by [`BranchId`].
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Opens these branches and closes all others.
    pub fn open_only(&mut self, branches: &BranchSet) {
        self.set(|branch| branches.contains(branch));
    }

    /// Opens all branches.
    pub fn open_all(&mut self) {
        self.set(|_| true);
    }

    fn set(&mut self, open: impl Fn(BranchId) -> bool) {
        let changed: Vec<bool> = (0..)
            .zip(&mut self.open)
            .map(|(i, known)| {
                let now = open(BranchId(i));
                std::mem::replace(known, now) != now
            })
            .collect();
        for site in self.sites.iter().filter(|s| changed[s.branch.index()]) {
            let to = if self.open[site.branch.index()] {
                site.open
            } else {
                site.closed
            };
            let function = Arc::make_mut(&mut self.program.functions[site.function.index()]);
            redirect(&mut function.code[site.pc as usize], site.target, to);
        }
    }

    /// The beginning of the branch that the stub at `pc` stands for.
    pub fn behind(&self, function: FnId, pc: Pc) -> Option<Pc> {
        let mut sites = self.sites.iter();
        let site = sites.find(|s| s.function == function && s.closed == pc)?;
        Some(site.open)
    }

    fn lay_out(&mut self, program: &Program, summaries: &Summaries<'_>, id: FnId) {
        let f = &program.functions[id.index()];
        let known = self.conditionals(id, f);
        if known.is_empty() {
            return;
        }
        let around = Surroundings::new(program, summaries, id);
        let mut stub = Stub::default();
        // Code that ends without a return would otherwise continue in the stubs.
        stub.code.push(Inst::ReturnNothing);
        for (pc, inst) in (0..).zip(&f.code) {
            for (target, open) in targets(inst).into_iter().enumerate() {
                let span = f.spans[pc as usize];
                let Some(&branch) = known.get(&(span, target as u32)) else {
                    continue;
                };
                let closed = (f.code.len() + stub.code.len()) as Pc;
                around.emit(&mut stub, branch, pc, open);
                self.sites.push(Site {
                    function: id,
                    pc,
                    branch,
                    target,
                    open,
                    closed,
                });
            }
        }
        stub.append_to(Arc::make_mut(&mut self.program.functions[id.index()]));
    }

    /// Finds the branches of a function as written. (Conditionals reached only in alternatives are not part of the
    /// program text.)
    fn conditionals(&mut self, id: FnId, f: &Function) -> FxHashMap<(Span, u32), BranchId> {
        let mut known = FxHashMap::default();
        for pc in as_written(f) {
            let span = f.spans[pc as usize];
            for which in 0..targets(&f.code[pc as usize]).len() as u32 {
                let next = BranchId(self.branches.len() as u32);
                if *known.entry((span, which)).or_insert(next) == next {
                    self.branches.push(Branch {
                        function: id,
                        span,
                        which,
                    });
                }
            }
        }
        known
    }
}

/// Possible targets of a conditional; empty for other instructions.
fn targets(inst: &Inst) -> Vec<Pc> {
    let mut all = Vec::new();
    if !matches!(inst, Inst::Jump { .. }) {
        inst.clone().each_target(|to| all.push(*to));
    }
    all
}

fn redirect(inst: &mut Inst, target: usize, to: Pc) {
    let mut i = 0;
    inst.each_target(|t| {
        if i == target {
            *t = to;
        }
        i += 1;
    });
}

//! Needed values of a component of a diagnosis: the values of its one execution in a failing run with which the test
//! passes.
//!
//! The search certifies one value. Here only this component is relaxed, all paths from there on are explored, and the
//! passing paths together show which other values work too. If the component is executed again on some path, the paths
//! constrain more than one value, and no range is given.

use eval::{Image, Sym, Symbolic, sort};
use exec::Number;
use exec::display;
use exec::run::PreparedTest;
use explore::{Analysis, ExploreLimits, Explorer};
use ir::CompId;
use ir::Program;
use smt::Solver;

use super::limits;
use super::value_range::{About, Extent, SearchEnd, extent, holds};
use crate::invariant::{as_number, range};

/// Most instructions, terms, forks and iterations of one exploration; anything longer is too expensive.
const STEPS: u64 = 100_000;
const TERMS: usize = 20_000;
const FORKS: u32 = 100;
const UNWIND: u32 = 16;
/// Most queries to the solver for one component.
const CHECKS: u64 = 40;
/// Milliseconds of solver work for all queries about one component.
const WORK: u64 = 20;

/// A finder of ranges of needed values.
pub struct Ranges<'a> {
    program: &'a Program,
    analysis: Analysis,
    image: Image<Sym>,
    solver: Box<dyn Solver>,
    stopped: &'a dyn Fn() -> bool,
}

impl<'a> Ranges<'a> {
    /// Prepares for components of a program whose value is chosen freely.
    pub fn new(
        program: &'a Program,
        interrupt: smt::Interrupt,
        stopped: &'a dyn Fn() -> bool,
    ) -> Ranges<'a> {
        Ranges {
            program,
            analysis: Analysis::lazy(program),
            image: Image::new(program),
            solver: smt::solver_until(smt::Choice::Auto, interrupt),
            stopped,
        }
    }

    /// Values with which the test passes if this component, which is executed once, takes one of them and everything
    /// else is as written: `>= 5`, `1 .. 9`, `!= 4`. They include the certified value. `None` if there are no others,
    /// or if finding them is too expensive.
    pub fn around(&mut self, test: &PreparedTest, comp: CompId, number: &Number) -> Option<String> {
        self.solver.set_limits(limits(WORK));

        // Runs that pass with any value of the component, as a condition on that value.
        let mut dom = Symbolic::new(self.program.components.len());
        let state = self.image.start(&mut dom, self.program, &test.start, false);
        let limits = ExploreLimits {
            unwind: UNWIND,
            path_steps: STEPS,
            total_steps: STEPS,
            forks: FORKS,
            open_checks: 1,
            terms: TERMS,
        };
        let mut explorer = Explorer::new(
            self.program,
            &self.analysis,
            (state, dom.visited),
            test.goal.clone(),
            limits,
            dom.terms,
            self.solver.as_mut(),
            self.stopped,
        );
        explorer.relax(comp, None);
        let passing = explorer.passing();
        let mut pool = explorer.finish();
        let (holds, whole) = holds(&passing, &mut pool);

        // More than one value, or a value of another type, cannot be put into words.
        let &[symbol] = pool.vars(holds).as_slice() else {
            return None;
        };
        if pool.sort(symbol) != sort(number.ty) {
            return None;
        }

        // Values around the written and the certified one with which the condition holds.
        let [was, needs] = [number.was, number.needs].map(|bits| as_number(number.ty, bits));
        let mut left = CHECKS;
        let mut questions = About {
            pool: &mut pool,
            solver: self.solver.as_mut(),
            left: &mut left,
            symbol,
            ty: number.ty,
            holds,
        };
        let SearchEnd::Some { extent, .. } = extent(&mut questions, was, whole) else {
            return None;
        };
        extent.contains(needs).then_some(())?;
        in_words(number, extent)
    }
}

/// The range as text; `None` for a single number.
fn in_words(number: &Number, extent: Extent) -> Option<String> {
    let (min, max) = range(number.ty);
    let shown = |value: i128| display::scalar(number.ty, value as u64, false);
    Some(match extent {
        Extent::Within(low, high) if low == high => return None,
        Extent::Within(low, high) if low == min && high == max => "any".into(),
        Extent::Within(low, high) if high == max => format!(">= {}", shown(low)),
        Extent::Within(low, high) if low == min => format!("<= {}", shown(high)),
        Extent::Within(low, high) => format!("{} .. {}", shown(low), shown(high)),
        Extent::Outside(one, last) if one == last => format!("!= {}", shown(one)),
        Extent::Outside(first, last) => {
            format!("< {} or > {}", shown(first), shown(last))
        }
    })
}

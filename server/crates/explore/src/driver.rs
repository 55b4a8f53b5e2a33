//! The stack of regions, and the handling of stops.

use eval::{
    Domain, Ending, Guard, LeftOut, Machine, PausePoint, Script, State, Stop, Sym, Symbolic,
    allows, equals,
};
use ir::program::{CompId, Inst};
use term::{Node, Satisfiability, Term};

use super::explorer::{Explorer, Passing, Region, Witness};
use super::failing_goal::{Failing, Hunt, HuntGoal};
use super::limits::{COPIES_PER_INSTRUCTION, MAX_UNCHECKED_STATES};
use super::merge::merge_all;
use super::options::{self, Successors};
use super::result::{ExploreResult, UnknownReason};
use super::witness;

impl Explorer<'_, '_> {
    /// Searches for one passing run.
    pub fn ask(&mut self) -> ExploreResult {
        if let Some(script) = self.search() {
            return ExploreResult::Passes(script);
        }
        if let Some(branches) = self.asked.take() {
            return ExploreResult::NeedsBranches(branches);
        }
        match self.unknown.take() {
            Some(reason) => ExploreResult::Unknown(reason),
            None => ExploreResult::Fails {
                bounded: self.bounded,
            },
        }
    }

    /// Collects all passing runs.
    pub fn passing(&mut self) -> Passing {
        self.collect = Some(Vec::new());
        self.search();
        Passing {
            paths: self.collect.take().unwrap_or_default(),
            bounded: self.bounded,
            unknown: self.unknown.take(),
        }
    }

    /// Searches for failing runs. Printed text is ignored.
    pub fn failing(&mut self, wanted: HuntGoal) -> Failing {
        self.hunt = Some(Hunt {
            wanted,
            found: Failing::default(),
        });
        self.machine.dom.reports_traps = true;
        self.search();
        let mut found = self
            .hunt
            .take()
            .map_or_else(Failing::default, |hunt| hunt.found);
        let left_out = std::mem::take(&mut self.machine.dom.left_out);
        found.left_out = left_out.into_iter().collect();
        found.unknown = self.unknown.take().or_else(|| self.unsolved.take());
        found
    }

    fn search(&mut self) -> Option<Script> {
        // Note which input functions are relaxed in all runs.
        let reads = &self.analysis.reads;
        for (i, guard) in self.machine.dom.guards.iter().enumerate() {
            if *guard == Guard::Open && self.guards[i].is_none() {
                self.open_reads |= reads.bit(CompId(i as u32));
            }
        }
        // Run the states of the innermost region, one by one.
        let first = self.take_state();
        let mut stack = vec![Region {
            meet: None,
            pending: vec![first],
            arrived: Vec::new(),
        }];
        while let Some(region) = stack.last_mut() {
            if let Some(state) = region.pending.pop() {
                let meet = region.meet;
                self.machine.state = state;
                if let Some(script) = self.advance(meet, &mut stack) {
                    return Some(script);
                }
                if self.exhausted() {
                    return None;
                }
                continue;
            }
            // Merge the states that arrived at its end, and continue with them in the outer region.
            let arrived = std::mem::take(&mut region.arrived);
            stack.pop();
            let program = self.machine.program();
            let merged = merge_all(
                &mut self.machine.dom,
                program,
                self.analysis,
                self.open_reads,
                arrived,
                &mut self.limits.total_steps,
            );
            if let Some(outer) = stack.last_mut() {
                outer.pending.extend(merged.into_iter().rev());
            }
        }
        None
    }

    fn exhausted(&mut self) -> bool {
        let reason = if self.forks > self.limits.forks {
            UnknownReason::ForkLimit {
                limit: self.limits.forks,
            }
        } else if self.limits.total_steps == 0 {
            UnknownReason::InstructionLimit
        } else if self.is_stopped() {
            UnknownReason::Stopped
        } else if self.machine.dom.terms.len() > self.limits.terms {
            UnknownReason::TermLimit {
                limit: self.limits.terms,
            }
        } else if self.open_checks > self.limits.open_checks {
            self.path_unsolved()
        } else {
            return self.hunt.as_ref().is_some_and(Hunt::is_over);
        };
        self.unknown.get_or_insert(reason);
        true
    }

    /// Whether the job must end; checked from time to time.
    fn is_stopped(&mut self) -> bool {
        self.turns += 1;
        self.turns.is_multiple_of(64) && (self.stopped)()
    }

    /// Runs the machine's state until it stops or reaches the join point of the innermost region.
    fn advance(&mut self, meet: Option<PausePoint>, stack: &mut Vec<Region>) -> Option<Script> {
        let left = self
            .limits
            .path_steps
            .saturating_sub(self.machine.state.path.spent());
        let given = left.min(self.limits.total_steps);
        let (stop, used) = self.machine.run_for(given, meet);
        self.machine.state.path.spend(used);
        self.limits.total_steps -= used;
        match stop {
            Ok(()) => {
                let state = self.take_state();
                if let Some(region) = stack.last_mut() {
                    region.arrived.push(state);
                }
                None
            }
            Err(stop) => self.stopped(*stop, stack),
        }
    }

    fn stopped(&mut self, stop: Stop, stack: &mut Vec<Region>) -> Option<Script> {
        let meet = self.meeting_place();
        match stop {
            Stop::Trap(trap) => {
                self.trapped(trap);
                None
            }
            Stop::MayTrap { unless, trap } => {
                let otherwise = self.machine.dom.terms.not(unless);
                self.machine.state.path.assume(otherwise);
                self.trapped(trap);
                self.machine.state.path.retract();
                self.machine.state.path.assume(unless);
                let state = self.take_state();
                self.push(vec![state], meet, stack);
                None
            }
            Stop::Dead => None,
            Stop::Exit(ending) => self.ended(&ending),
            Stop::StepLimit => {
                // A run that does not end does not pass; that it does not end is only known within the bound.
                self.leave_out(LeftOut::LongPaths);
                // A concrete run may show that this one never ends.
                self.came_to_its_end();
                None
            }
            Stop::Choose(possibilities) => {
                let states = self.chosen(possibilities);
                self.push(states, meet, stack);
                None
            }
            Stop::Closed { branch, opaque } => self.closed(branch, opaque, stack),
            Stop::Unsupported { what, .. } => {
                if self.reachable() {
                    self.unknown
                        .get_or_insert(UnknownReason::NotModelled { what });
                    // A concrete run may go on.
                    self.came_to_its_end();
                }
                None
            }
            Stop::Fork(term) => {
                let alive = stack
                    .iter()
                    .map(|r| r.pending.len() + r.arrived.len())
                    .sum();
                let states = self.fork(term, alive);
                self.push(states, meet, stack);
                None
            }
            Stop::Concretise(term) => {
                let states = self.concretise(term);
                self.push(states, meet, stack);
                None
            }
            Stop::Options(ways) => {
                let states = ways
                    .into_iter()
                    .map(|way| {
                        let mut s = self.machine.state.clone();
                        let printed = way.text.len() as u64;
                        s.proceed(way);
                        set_result(&self.machine, &mut s, printed);
                        s.calls.advance();
                        s
                    })
                    .collect();
                self.push(states, meet, stack);
                None
            }
            Stop::Enter(comp) => {
                let guard = self.guards[comp.index()];
                let free = self
                    .analysis
                    .reads
                    .stream_is_free(&self.machine.state, self.open_reads);
                let options = options::enter(&mut self.machine, comp, self.relaxing, guard, free);
                if self.once {
                    self.machine.dom.guards[comp.index()] = Guard::Kept;
                }
                self.take(options, meet, stack);
                None
            }
            Stop::AngelicPointer => {
                let options = options::pointer(&mut self.machine);
                self.take(options, meet, stack);
                None
            }
            Stop::AngelicText => {
                let options = options::text(&mut self.machine);
                self.take(options, meet, stack);
                None
            }
        }
    }

    /// The state with each of the possibilities of a library function.
    fn chosen(&mut self, possibilities: u32) -> Vec<State<Sym>> {
        let is_first = self.machine.state.path.chosen().is_empty();
        if is_first && self.is_decided_too_often() {
            self.leave_out(LeftOut::Repetitions);
            return Vec::new();
        }
        options::possibilities(&mut self.machine, possibilities)
    }

    /// Notes that not every run is followed.
    fn leave_out(&mut self, what: LeftOut) {
        self.bounded = true;
        if self.hunt.is_some() {
            let at = self.machine.span();
            self.machine.dom.left_out(what, at);
        }
    }

    fn take(&mut self, options: Successors, meet: Option<PausePoint>, stack: &mut Vec<Region>) {
        self.bounded |= options.bounded;
        self.push(options.states, meet, stack);
    }

    /// Runs the copies of a state in a new region, until the paths from the instruction join.
    fn push(
        &mut self,
        mut states: Vec<State<Sym>>,
        meet: Option<PausePoint>,
        stack: &mut Vec<Region>,
    ) {
        self.forks += states.len().saturating_sub(1) as u32;
        if states.len() == 1 {
            if let (Some(region), Some(state)) = (stack.last_mut(), states.pop()) {
                region.pending.push(state);
            }
            return;
        }
        if let Some(state) = states.first() {
            let size = state.calls.registers().len() + state.memory.len();
            let used = (states.len() * size) as u64 / COPIES_PER_INSTRUCTION;
            self.limits.total_steps = self.limits.total_steps.saturating_sub(used);
        }
        states.reverse();
        stack.push(Region {
            meet,
            pending: states,
            arrived: Vec::new(),
        });
    }

    fn meeting_place(&self) -> Option<PausePoint> {
        let s = &self.machine.state;
        let frame = s.calls.running()?;
        let mut hunt = self.hunt.iter();
        if hunt.any(|hunt| hunt.is_apart(frame.function)) {
            return None;
        }
        let depth = s.calls.depth();
        let facts = self
            .analysis
            .of_function(self.machine.program(), frame.function);
        match facts.meet.get(s.calls.pc() as usize).copied().flatten() {
            Some(pc) => Some(PausePoint { depth, pc }),
            // The paths join after the return, in the caller.
            None if depth > 1 => Some(PausePoint {
                depth: depth - 1,
                pc: s.calls.frames()[depth - 2].pc,
            }),
            None => None,
        }
    }

    /// Both outcomes of a condition, without those that are known to be infeasible.
    ///
    /// A query to the solver usually costs more than it saves: the two paths join again soon, or the output decides.
    /// For a long loop the solver must be asked whether it can continue, but not in each iteration: at decision 64,
    /// 128, 256 …
    fn fork(&mut self, term: Term, alive: usize) -> Vec<State<Sym>> {
        let times = self.count_decision();
        let negated = self.machine.dom.terms.not(term);
        // Beyond the bound, a search for failing runs goes on where there is only one way.
        let is_beyond = times > self.limits.unwind;
        if is_beyond
            && (self.hunt.is_none() || self.feasible_with(term) && self.feasible_with(negated))
        {
            self.leave_out(LeftOut::Repetitions);
            return Vec::new();
        }
        let mut states = Vec::with_capacity(2);
        let asks =
            is_beyond || (times >= 64 && times.is_power_of_two()) || alive > MAX_UNCHECKED_STATES;
        let free = !asks || self.is_free(term);
        let ways = [(term, true), (negated, false)].map(|(assumed, value)| {
            let possible = free || self.feasible_with(assumed);
            possible.then_some((assumed, value))
        });
        let last = ways.iter().rposition(Option::is_some);
        for (i, (assumed, value)) in ways
            .into_iter()
            .enumerate()
            .filter_map(|(i, w)| Some((i, w?)))
        {
            let mut s = if last == Some(i) {
                self.take_state()
            } else {
                self.machine.state.clone()
            };
            s.path.assume(assumed);
            s.path.decide(term, value);
            states.push(s);
        }
        states
    }

    /// Whether the term is a variable that no assumption mentions, so that it can have either value.
    fn is_free(&mut self, term: Term) -> bool {
        let pool = &mut self.machine.dom.terms;
        let inner = match pool.node(term) {
            Node::Not(x) => *x,
            _ => term,
        };
        if !matches!(pool.node(inner), Node::Var(..)) {
            return false;
        }
        let negated = pool.not(inner);
        let path = &self.machine.state.path;
        !path.assumes(inner) && !path.assumes(negated)
    }

    /// Counts a decision at the current instruction, in this activation and its callers. Returns the number of the
    /// decision; paths that have joined count as the shortest of them, or, beyond [`Explorer::joined`], as the longest,
    /// and then the question stays undecided.
    fn count_decision(&mut self) -> u32 {
        let s = &mut self.machine.state;
        let Some(frame) = s.calls.running() else {
            return 0;
        };
        let (fewest, most) = s.path.count_decision(frame.function, s.calls.place());
        if most <= self.joined {
            return fewest;
        }
        let limit = self.joined;
        self.unknown
            .get_or_insert(UnknownReason::ForkLimit { limit });
        most
    }

    /// Counts a decision at the current instruction. Returns whether it lies beyond the bound.
    fn is_decided_too_often(&mut self) -> bool {
        self.count_decision() > self.limits.unwind
    }

    fn feasible_with(&mut self, assumed: Term) -> bool {
        let mut assumptions = self.machine.state.path.condition().to_vec();
        assumptions.push(assumed);
        match self.solver.check(&self.machine.dom.terms, &assumptions) {
            Satisfiability::No => false,
            Satisfiability::Yes => true,
            Satisfiability::Unknown => {
                self.open_checks += 1;
                self.float_checks |= assumptions
                    .iter()
                    .any(|t| self.machine.dom.terms.has_float(*t));
                true
            }
        }
    }

    /// The reason why the solver gave up: whether floating values made the query hard.
    pub(super) fn path_unsolved(&self) -> UnknownReason {
        let pool = &self.machine.dom.terms;
        let mut path = self.machine.state.path.condition().iter();
        let floats = path.any(|t| pool.has_float(*t));
        if floats || self.float_checks {
            UnknownReason::FloatPathUnsolved
        } else {
            UnknownReason::PathUnsolved
        }
    }

    fn reachable(&mut self) -> bool {
        let path = self.machine.state.path.condition().to_vec();
        path.is_empty() || self.solver.check(&self.machine.dom.terms, &path) != Satisfiability::No
    }

    /// Splits the state: one copy for a value that the term can have, and one for all others.
    fn concretise(&mut self, term: Term) -> Vec<State<Sym>> {
        if self.is_decided_too_often() {
            self.leave_out(LeftOut::OtherValues);
            return Vec::new();
        }
        let path = self.machine.state.path.condition().to_vec();
        match self.solver.check(&self.machine.dom.terms, &path) {
            Satisfiability::No => return Vec::new(),
            Satisfiability::Unknown => {
                let reason = self.path_unsolved();
                self.unknown.get_or_insert(reason);
                return Vec::new();
            }
            Satisfiability::Yes => {}
        }
        let value = self.solver.value(&self.machine.dom.terms, term);
        let sort = self.machine.dom.terms.sort(term);
        let constant = self.machine.dom.terms.constant(sort, value);
        let equal = self.machine.dom.terms.eq(term, constant);
        let different = self.machine.dom.terms.not(equal);
        let mut is = self.machine.state.clone();
        is.path.assume(equal);
        is.path.pin(term, value);
        let mut others = self.take_state();
        others.path.assume(different);
        vec![is, others]
    }

    fn ended(&mut self, ending: &Ending) -> Option<Script> {
        if self.hunt.is_some() {
            self.came_to_its_end();
            return None;
        }
        if let Some(m) = self.machine.state.output.matcher()
            && !m.finish(&self.goal.expected)
        {
            return None;
        }
        if !self.outcome_fits(ending) {
            return None;
        }
        if !self.machine.state.asserted.reaches(&self.goal.asserts) {
            // A closed branch may contain the missing assertions.
            if !self.met.is_empty() && self.reachable() {
                self.ask_for(self.met());
            }
            return None;
        }
        let path = self.machine.state.path.condition().to_vec();
        if let Some(paths) = &mut self.collect {
            paths.push(path);
            return None;
        }
        match self.solver.check(&self.machine.dom.terms, &path) {
            Satisfiability::Yes if self.leans() => None,
            Satisfiability::Yes if self.witness == Witness::None => Some(Script::new()),
            Satisfiability::Yes => self.script(),
            Satisfiability::No => None,
            Satisfiability::Unknown => {
                let reason = self.path_unsolved();
                self.unknown.get_or_insert(reason);
                None
            }
        }
    }

    /// The script of the passing run that the solver found.
    fn script(&mut self) -> Option<Script> {
        let log = self.machine.state.log.clone();
        let pool = &self.machine.dom.terms;
        self.solver.set_plain(self.witness == Witness::Plain);
        let script = witness::script(&log, &self.goal.expected, pool, self.solver);
        self.solver.set_plain(false);
        if script.is_none() {
            self.unknown
                .get_or_insert(UnknownReason::OutputNotReconstructed);
        }
        script
    }

    /// Whether exit status and returned value match; if they are symbolic, adds constraints.
    fn outcome_fits(&mut self, ending: &Ending) -> bool {
        let (result, dom) = (self.machine.state.result, &mut self.machine.dom);
        let condition = match (ending, self.goal.exit, &self.goal.returns, result) {
            (Ending::Status(_), Some(wanted), _, Some(status)) => Some(allows(dom, wanted, status)),
            (Ending::Returned, _, Some((ty, literal)), Some(value)) => {
                equals(dom, &self.machine.state.memory, *ty, value, literal)
            }
            (Ending::Status(_), None, None, _) | (Ending::Returned, _, None, _) => return true,
            _ => return false,
        };
        let Some(c) = condition else {
            let what = "the returned string".into();
            self.unknown
                .get_or_insert(UnknownReason::NotModelled { what });
            return false;
        };
        match Symbolic::truth(c) {
            Some(b) => b,
            None => {
                let t = dom.cond_term(c);
                self.machine.state.path.assume(t);
                true
            }
        }
    }
}

fn set_result(m: &Machine<'_, Symbolic>, s: &mut State<Sym>, printed: u64) {
    let Some(frame) = s.calls.running() else {
        return;
    };
    let function = &m.program().functions[frame.function.index()];
    if let Some(Inst::Builtin(call)) = function.code.get(s.calls.pc() as usize)
        && let Some(dst) = call.dst
    {
        s.calls
            .set_register(dst, eval::Val::scalar(Sym::Known(printed)));
    }
    s.path.forget_choices();
}

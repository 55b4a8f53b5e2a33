//! Limits of the generators and of their validation, in one table.

use explore::ExploreLimits;

/// Constants of the program that are proposed as replacements.
pub(crate) const MAX_PROPOSED_CONSTANTS: usize = 64;
/// Proposals that make some test run for ever, after which a constant is left alone: it bounds a loop.
pub(crate) const MAX_ENDLESS_PROPOSALS: u32 = 2;
/// Most proposals for one constant.
pub(crate) const MAX_CONSTANT_ROUNDS: u32 = 16;
/// Limits of the exploration that computes a test's constraint on a constant; the number of instructions follows from
/// the test.
pub(crate) const CONSTANT_EXPLORATION: ExploreLimits = ExploreLimits {
    unwind: 64,
    path_steps: 0,
    total_steps: 0,
    forks: 200,
    open_checks: 4,
    terms: 1_000_000,
};
/// Factor from the instructions that the test may take to those of that exploration.
pub(crate) const CONSTANT_RUN_FACTOR: u64 = 8;
/// Limits of one check of the solver for a constant.
pub(crate) const CONSTANT_CHECK: smt::SolverLimits = smt::SolverLimits {
    conflicts: Some(2_000),
    work: Some(50 * smt::SolverLimits::MILLISECOND),
    millis: Some(500),
    together: Some(200 * smt::SolverLimits::MILLISECOND),
};
/// Elements that are tried for an index.
pub(crate) const MAX_INDEX_TRIALS: u64 = 16;
/// Number of values from which on a list of them is a table.
pub(crate) const LEAST_TABLE: usize = 8;
/// Numbers tried for one macro.
pub(crate) const MAX_MACRO_NUMBERS: usize = 24;
/// Number of components with a fix at which no further kinds of edits are tried from the beginning.
pub(crate) const ENOUGH_FIXES: usize = 6;
/// Number of fixers, each with a share of the components.
pub(crate) const FIXER_SHARES: usize = 3;
/// Number of passing tests that are run before another thread is worth starting, and that must remain then.
pub(crate) const TESTS_PER_FIX_THREAD: usize = 128;
/// Failing tests that are run before any passing one, where only success counts.
pub(crate) const FIRST_FAILING_TESTS: usize = 3;
/// Passing tests that are run before the other failing ones.
pub(crate) const FIRST_PASSING_TESTS: usize = 40;
/// Tests whose inputs are varied, words of each that are varied, and inputs that this yields.
pub(crate) const MAX_NEARBY_TESTS: usize = 8;
pub(crate) const MAX_NEARBY_WORDS: usize = 8;
pub(crate) const MAX_NEARBY_INPUTS: usize = 64;
/// Nearby inputs that tell two programs apart, as a rule.
pub(crate) const TELLING_INPUTS: usize = 10;
/// Bytes of an output that are kept to be shown.
pub(crate) const MAX_SHOWN_OUTPUT: usize = 4_096;

// In `patch`.

/// Least plausibility of a fix that is not marked as doubtful. Most fixes below it only satisfy the tests by which they
/// were found: inserted values, checks removed or added.
pub const LEAST_SURE: f64 = 0.58;
/// Least plausibility of a fix that leaves little doubt if all others do the same.
pub(crate) const AGREED_REPAIR: f64 = 0.45;
/// Share of the places at which a fix may change what is computed in runs that were right, before it is doubted.
pub(crate) const DISTURBING: f64 = 0.15;

// In `validate::disturbance`.

/// Passing tests whose values are compared, and most instructions of each.
pub(crate) const MAX_COMPARED_RUNS: usize = 8;
pub(crate) const MAX_COMPARED_STEPS: u64 = 100_000;

// In `alike`.

/// Most places that are edited at once.
pub(crate) const MAX_ALIKE_PLACES: usize = 8;
/// Most places of which each pair is edited.
pub(crate) const MAX_PAIRED_PLACES: usize = 7;
/// Number of fixes at which the search stops.
pub(crate) const ENOUGH_ALIKE_FIXES: usize = 3;

// In `generate::arguments`.

/// Most arguments of a call whose arguments are edited.
pub(crate) const MAX_CHANGED_ARGUMENTS: usize = 6;

// In `generate::conversions`.

/// Variables that may be the forgotten argument.
pub(crate) const MAX_FORGOTTEN: usize = 6;

// In `generate::leaves`.

/// Most values of a formula that are exchanged pairwise.
pub(crate) const MAX_LEAVES: usize = 6;

// In `generate::names`.

/// Names that are tried in place of one.
pub(crate) const MAX_NAMES: usize = 6;

// In `generate::types`.

/// Number of arithmetic types whose values all fit in `int`.
pub(crate) const SMALL_NUMBERS: usize = 7;

// In `generate::rules`.

/// Variables that may be what a rule lacks.
pub(crate) const MAX_LOCALS: usize = 4;
/// Named numbers that may be.
pub(crate) const MAX_NAMED: usize = 6;

// In `missing::facts`.

/// Most bytes of a statement that is repeated.
pub(crate) const MAX_REPEATED_STATEMENT_BYTES: usize = 100;
/// Statements of a file that are repeated in other functions.
pub(crate) const MAX_STATEMENTS_OF_FILE: usize = 120;
/// Objects at one place that are assigned to, or read.
pub(crate) const MAX_OBJECTS: usize = 24;
/// Numbers that are tried in assignments.
pub(crate) const MAX_NUMBERS: usize = 4;

// In `missing`.

/// Places that are examined, the most suspicious ones.
pub(crate) const MAX_MISSING_PLACES: usize = 80;

// In `missing::statements`.

/// Statements with two members exchanged.
pub(crate) const MAX_MIRRORED: usize = 30;
/// Arguments that are tried for one parameter.
pub(crate) const MAX_ARGUMENTS_PER_PARAMETER: usize = 3;
/// Calls of one function that are tried.
pub(crate) const MAX_CALLS: usize = 6;
/// Objects that are printed.
pub(crate) const MAX_PRINTED_OBJECTS: usize = 16;
/// Variables that are tried as divisors of a remainder.
pub(crate) const MAX_STATEMENT_DIVISORS: usize = 4;

/// Factor for a statement in a branch that does nothing.
pub(crate) const IN_EMPTY_BRANCH: f64 = 1.3;
/// Factor for a statement beside one that has no braces.
pub(crate) const WITHOUT_BRACES: f64 = 0.92;

// In `other_order`.

/// Branches of a chain, and loops of a nest, of which each two are exchanged.
pub(crate) const MAX_BRANCHES_IN_ORDER: usize = 6;
pub(crate) const MAX_NESTED_HEADS: usize = 4;

// In `missing`.

/// Likelihood of a missing statement that takes input, relative to others.
pub(crate) const TAKES_INPUT: f64 = 0.3;

// In `missing::pairs`.

/// Plausibility of two statements, relative to one.
pub(crate) const TWO_STATEMENTS: f64 = 0.9;
/// Statements that are paired with each other.
pub(crate) const MAX_OF_PAIR: usize = 100;

// In `missing::adapted`.

/// Operands that are tried in a statement of the program.
pub(crate) const MAX_ADAPTED_OPERANDS: usize = 10;

// In `missing::belonging`.

/// Likelihood of a call that stands elsewhere, relative to assignments.
pub(crate) const COPIED_CALL: f64 = 0.8;
/// Factor for a place beside a statement with which the missing one shares a block elsewhere, and the statements of a
/// block that are paired.
pub(crate) const BESIDE_COMPANION: f64 = 1.5;
pub(crate) const MAX_COMPANIONS: usize = 12;
/// Factor for a place beside a statement of the same form about the same record.
pub(crate) const BESIDE_ALIKE: f64 = 1.25;
/// Factor for a place beside a statement that names the object.
pub(crate) const BESIDE_NAMED: f64 = 1.1;
/// Factor for an assignment that makes the one before it useless.
pub(crate) const OVERWRITES: f64 = 0.3;
/// Factor for a place that suits less than another one.
pub(crate) const SECOND_PLACE: f64 = 0.9;
/// Plausibility of a missing statement that has the same effect at a likelier place of the block.
pub(crate) const OTHER_PLACE: f64 = 0.5;

// In `rearranged`.

/// Plausibility of an `else` before the statement after an `if`, and of a `break` at the end of a case; without it, what
/// that case assigns is lost, or not.
pub(crate) const PLAUSIBLE_ELSE: f64 = 0.85;
pub(crate) const PLAUSIBLE_BREAK: f64 = 0.9;
pub(crate) const PLAUSIBLE_BREAK_OF_LOST: f64 = 1.0;
/// Plausibility of a check of a null pointer with an `else`.
pub(crate) const PLAUSIBLE_GUARD_WITH_ELSE: f64 = 0.9;
/// Plausibility of the same statement in several branches, and the most branches of a chain that are looked at.
pub(crate) const PLAUSIBLE_IN_BRANCHES: f64 = 0.9;
pub(crate) const MAX_BRANCHES_OF_CHAIN: usize = 5;
/// Plausibility of a loop that runs from its end to its beginning, and where only one of several tests asks for it.
pub(crate) const PLAUSIBLE_REVERSAL: f64 = 0.7;
pub(crate) const PLAUSIBLE_REVERSAL_FOR_ONE: f64 = 0.5;
/// Plausibility of the statement behind a semicolon as the body that the semicolon empties.
pub(crate) const PLAUSIBLE_BODY: f64 = 0.98;
/// Plausibility of braces around a body and the lines below it with the same indentation, and with another one.
pub(crate) const PLAUSIBLE_BRACES: f64 = 0.95;
pub(crate) const PLAUSIBLE_JOINED: f64 = 0.5;
/// Most lines below a body that may belong to it.
pub(crate) const MAX_BODY: usize = 3;
/// Plausibility of `static` for an array whose address is returned.
pub(crate) const PLAUSIBLE_LASTING: f64 = 0.8;
/// Plausibility of `while` for `if`, and of the reverse.
pub(crate) const PLAUSIBLE_LOOP: f64 = 0.85;
/// Plausibility of an assignment for a declaration that hides its object.
pub(crate) const PLAUSIBLE_UNHIDDEN: f64 = 0.9;
/// Plausibility of `if` for `while`.
pub(crate) const PLAUSIBLE_ONCE: f64 = 0.5;

// In `moved`.

/// Statements that are moved.
pub(crate) const MAX_MOVED_STATEMENTS: usize = 24;
/// Gaps that are tried for each of them.
pub(crate) const MAX_GAPS: usize = 12;
/// Number of fixes at which the search stops.
pub(crate) const ENOUGH_MOVED_FIXES: usize = 2;

// In `validate::judges`.

/// Tests by which edits that are not fixes are compared.
pub(crate) const MAX_COMPARED: usize = 6;

// In `synthesis`.

/// Leaves of one class at a place.
pub(crate) const MAX_LEAVES_OF_CLASS: usize = 80;
/// Numbers, and names of numbers, that each of them is compared with.
pub(crate) const MAX_PREDICATE_NUMBERS: usize = 8;
/// Objects for each parameter of a function that a predicate calls, and calls of it.
pub(crate) const MAX_ARGUMENTS_OF_PREDICATE: usize = 3;
pub(crate) const MAX_CALLS_OF_PREDICATE: usize = 8;
/// Lines before and after a place whose names are near it.
pub(crate) const NEAR_LINES: u32 = 2;
/// Leaves that are compared.
pub(crate) const MAX_PREDICATE_LEAVES: usize = 18;
/// Objects that are compared with a number two at a time.
pub(crate) const MAX_PAIRED_LEAVES: usize = 8;
/// Statements in one program.
pub(crate) const MAX_STATEMENTS_AT_ONCE: usize = 600;
/// Missing statements at a place that are judged by themselves, until enough are right.
pub(crate) const MAX_CONFIRMED_STATEMENTS: usize = 8;
/// Statements of one place that do different things.
pub(crate) const MAX_STATEMENTS_OF_PLACE: usize = 3;
/// Jumps that are guarded at a place, and other statements.
pub(crate) const MAX_GUARDED_JUMPS: usize = 4;
pub(crate) const MAX_GUARDED_STATEMENTS: usize = 4;
/// Variables with which elements of arrays are selected.
pub(crate) const MAX_LEAF_INDICES: usize = 4;
/// Numbers of a function.
pub(crate) const MAX_LEAF_NUMBERS: usize = 12;
/// Candidates at a place.
pub(crate) const MAX_CANDIDATES: usize = 1_000;
/// Candidates at a place that may not fit, before the others are given up.
pub(crate) const MAX_REFUSED: usize = 60;
/// Work of lowering an instruction, in instructions that run.
pub(crate) const LOWERING_INSTRUCTIONS: u64 = 30;
/// Registers of a function above which it is compacted before it runs.
pub(crate) const MANY_REGISTERS: u32 = 200;
/// Candidates at a place that are judged by themselves.
pub(crate) const MAX_CONFIRMED: usize = 3;
/// Number of passing candidates at all places together up to which each of them is likely.
pub(crate) const DECISIVE_CANDIDATES: f64 = 3.0;
/// Power of a candidate's likelihood that tells whether it stands out among those that pass at its place.
pub(crate) const OUTSTANDING: i32 = 4;
/// Number of tests from which on that holds.
pub(crate) const DECISIVE_TESTS: usize = 4;
/// Likelihood of a pointer as a truth value, of a call, and of two comparisons together, relative to others.
pub(crate) const POINTER: f64 = 0.8;
pub(crate) const CALL: f64 = 0.6;
pub(crate) const PAIR: f64 = 0.9;
/// Likelihood of the product of two numbers that a condition has, and of a comparison with a character that only failing
/// tests have.
pub(crate) const MULTIPLE: f64 = 1.1;
pub(crate) const STRANGE_CHARACTER: f64 = 0.9;
/// Factor for a remainder by what remainders are taken by elsewhere.
pub(crate) const KNOWN_DIVISOR: f64 = 1.4;
/// Most characters that only failing tests have and that are compared with.
pub(crate) const MAX_STRANGE: usize = 6;
/// Factor for the plausibility of a repair if there are few tests, with which many candidates pass.
pub(crate) const FEW_TESTS: f64 = 0.4;
/// Number of passing candidates at a place up to which the tests decide.
pub(crate) const DECIDING_CANDIDATES: f64 = 6.0;

/// Likelihood of a name where a neighbour is selected (`i - 1`), and of a copy of a text where a pointer to it is kept,
/// relative to others.
pub(crate) const FOR_NEIGHBOUR: f64 = 0.8;
pub(crate) const COPIED_TEXT: f64 = 0.9;

/// Likelihood of a pointer that a statement follows as the condition of a guard.
pub(crate) const FOLLOWED: f64 = 1.1;

// In `validate::trial`.

/// Factor for the plausibility of an edit that deletes what traps: any such edit avoids the trap.
pub(crate) const DELETES_TRAP: f64 = 0.6;

// In `naturalness`.

/// Factor for an edit that makes both operands of an operator the same: `i - i`.
pub(crate) const SAME_OPERANDS: f64 = 0.25;

/// Characters before and after an edit that are read for the tokens beside it.
pub(crate) const TOKEN_CONTEXT: usize = 40;
/// Factor for an edit that makes a statement a copy of another, but for names.
pub(crate) const COPY: f64 = 1.7;
/// Least number of tokens of a statement whose copies are looked for.
pub(crate) const MIN_TOKENS_OF_COPY: usize = 7;
/// Names that may differ in a copy.
pub(crate) const MAX_OTHER_NAMES: usize = 2;

// In `macro_body`.

/// Other bodies of a macro, of which the most plausible one is kept.
pub(crate) const MAX_CHANGED_BODIES: usize = 8;
/// Factor for a number in place of a name.
pub(crate) const UNNAMED: f64 = 0.5;

// In `declared_type`.

/// Plausibility of another declared type.
pub(crate) const PLAUSIBLE_TYPE: f64 = 0.75;
/// Plausibility of a type without negative numbers where nothing overflows.
pub(crate) const DOUBTED_TYPE: f64 = 0.5;

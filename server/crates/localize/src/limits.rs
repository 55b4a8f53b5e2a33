//! All numeric limits of a localization, but for those that are options ([`crate::Options`]).
//!
//! Work and runs are counted in instructions, so that results do not depend on the clock.

use search::oracle::Effort;

// Explorations.

/// Instructions of all paths of one query together.
pub(crate) const QUERY_INSTRUCTIONS: u64 = 20_000_000;
/// Forks of one query.
pub(crate) const QUERY_FORKS: u32 = 3_000;
/// Checks of one query that the solver may give up.
pub(crate) const QUERY_OPEN_CHECKS: u32 = 4;
/// Terms of the formula of one query.
pub(crate) const QUERY_TERMS: usize = 1_000_000;
/// Decisions of one branch in one activation, where the real runs need more than half as many.
pub(crate) const MAX_UNWIND: u32 = 2_000;

/// Instructions on one path of an exploration, where the run as written takes `run`.
pub(crate) fn path_instructions(run: u64) -> u64 {
    run * 4 + 20_000
}

/// Instructions of all paths of a query together, where the run as written takes `run`: a query that needs much more
/// explores thousands of paths.
pub(crate) fn query_instructions(run: u64) -> u64 {
    run * 200 + 300_000
}

/// The part of the limits that a query may use: one in this many.
pub(crate) fn effort_divisor(effort: Effort) -> u64 {
    match effort {
        Effort::Full => 1,
        Effort::Low => 10,
        Effort::Runs | Effort::Quick | Effort::Detail => 40,
    }
}

/// Conflicts and milliseconds of one check of the solver, before they are halved.
pub(crate) fn check_limits(effort: Effort) -> (u64, u64) {
    match effort {
        Effort::Full => (10_000, 300),
        Effort::Low => (500, 20),
        Effort::Runs | Effort::Quick => (300, 10),
        Effort::Detail => (300, 80),
    }
}

// Rounds.

/// What a query may cost in a round, as many times that of the round before.
pub(crate) const ROUND_GROWTH: u64 = 4;
/// Rounds of a job. The last one lets a query take more than any machine does within a working day: what ends a job is
/// its time, its memory or its work.
pub(crate) const MAX_ROUNDS: u32 = 12;

// Queries.

/// How often the limits of a check with full effort are halved at most.
pub(crate) const MAX_HALVINGS: u32 = 5;
/// Milliseconds on the clock for each millisecond of work: a check takes longer on a busy machine and in a build for
/// tests, and what it answers should be the same.
pub(crate) const CLOCK_FACTOR: u64 = 10;
/// Cost of assigning a literal in the solver, in instructions.
pub(crate) const PROPAGATION_INSTRUCTIONS: u64 = 8;
/// Work on queries that stayed open, in instructions, after which the search of a group ends its round: where so much was
/// wasted, more would be.
pub(crate) const MAX_WASTED_INSTRUCTIONS: u64 = 8_000_000;
/// Limit on wasted work in a group for which nothing has been found, in instructions a round.
pub(crate) const MAX_WASTED_INSTRUCTIONS_ALONE: u64 = 10_000_000;
/// Witnesses kept for one set.
pub(crate) const WITNESSES_PER_SET: usize = 4;
/// Witnesses of each part of a set from which guessing for it begins.
pub(crate) const WITNESSES_PER_PART: usize = 1;
/// Failed guesses for one set, beyond the successful ones, after which it is not guessed for any more.
pub(crate) const MAX_FAILED_GUESSES: u32 = 3;
/// Looks at the task queue before a thread that waits goes to sleep.
pub(crate) const LOOKS_BEFORE_SLEEP: u32 = 200;
/// Forks in the exploration of one test by strategy `maxsat`: all alternatives of all components are followed.
pub(crate) const MAXSAT_FORKS: u32 = 100_000;
/// Searches that a cache entry is kept without being used.
pub(crate) const MAX_CACHE_AGE: u32 = 12;
/// Size of the query cache, in numbers; a number takes some bytes.
pub(crate) const MAX_CACHE_NUMBERS: usize = 1 << 19;

// Directed search for witnesses (`directed`).

/// Runs of one search, in the first round.
pub(crate) const MAX_DIRECTED_RUNS: u32 = 500;

/// Instructions of one search together, in the first round, where the run as written takes `run` and one that passes may
/// take `path`.
pub(crate) fn directed_instructions(run: u64, path: u64) -> u64 {
    let many_runs = run.saturating_mul(200).saturating_add(200_000);
    // Where a run is long, few will have to do.
    many_runs.min(4_000_000).max(run * 4).max(path * 2)
}

/// Values that an execution can be given.
pub(crate) const MAX_FORCED_VALUES: usize = 3;
/// Number of rules that are tried for each value, by how many values an execution is given.
pub(crate) const RULES_PER_VALUE: [usize; MAX_FORCED_VALUES + 1] = [0, 28, 7, 4];
/// Constants of the program that are tried for a value.
pub(crate) const MAX_FUNCTION_CONSTANTS: usize = 16;
/// Numbers of the input that are tried for one that is read.
pub(crate) const MAX_INPUT_NUMBERS: usize = 12;
/// Numbers of the expected output that are tried for a value.
pub(crate) const MAX_WANTED_NUMBERS: usize = 4;
/// Numbers of executions that take the other way one after the other.
pub(crate) const FLIPPED_BLOCKS: [u32; 10] = [2, 3, 4, 5, 6, 8, 10, 12, 16, 24];
/// Executions just before the failure, which are changed before others.
pub(crate) const NEAR_EXECUTIONS: usize = 3;
/// Latest executions that are changed.
pub(crate) const RECENT_EXECUTIONS: usize = 28;
/// Executions before these that are changed, spread over the run.
pub(crate) const OLDER_EXECUTIONS: usize = 12;
/// Changes of one run.
pub(crate) const MAX_CHANGES: usize = 4_000;
/// Changes that may be kept although the run gets no further with them, or refused although it does.
pub(crate) const MAX_DISCREPANCIES: u32 = 5;
/// Changes of one run that are kept in mind for that.
pub(crate) const MAX_NEUTRAL_CHANGES: usize = 12;
/// Moves that are tried before others, because they helped.
pub(crate) const MAX_FAVOURITES: usize = 6;
/// Recipes of one component.
pub(crate) const MAX_RECIPES: usize = 80;
/// Executions that follow a recipe.
pub(crate) const MAX_RECIPE_EXECUTIONS: u32 = 3_000;
/// Latest observations among which values for others are looked for.
pub(crate) const MAX_RECENT_OBSERVATIONS: usize = 400;
/// Values of other components that are tried for a value.
pub(crate) const MAX_RECENT_VALUES: usize = 8;
/// Variables whose values are tried for a value.
pub(crate) const MAX_VARIABLES: usize = 8;
/// Instructions at a time in which a run is observed.
pub(crate) const OBSERVED_INSTRUCTIONS: u64 = 20_000;
/// Instructions at a time in which it is waited for what an execution computes as written.
pub(crate) const LOOK_AHEAD_INSTRUCTIONS: u64 = 64;
/// How often that many.
pub(crate) const LOOK_AHEAD_SLICES: u32 = 32;
/// Evaluations of one search for a number.
pub(crate) const MAX_SECANT_EVALUATIONS: u32 = 16;
/// Instructions at a time in which the wrong output of a run is waited for.
pub(crate) const WRONG_OUTPUT_INSTRUCTIONS: u64 = 512;
/// How often that many.
pub(crate) const WRONG_OUTPUT_SLICES: u32 = 16;

// The search of a group.

/// Queries that growing cores may cost; see [`search::SearchOptions::grow_budget`].
pub(crate) const GROW_QUERIES: u64 = 300;
/// Sets that stay open in a row, after which the others that stayed open are given up; see
/// [`search::SearchOptions::open_patience`].
pub(crate) const OPEN_PATIENCE: usize = 8;
/// Failing tests of a group for which needed values are worked out.
pub(crate) const EXPLAINED_TESTS: usize = 4;
/// Failing tests of a group, and passing tests, on which evidence is sought.
pub(crate) const EVIDENCE_TESTS: usize = 200;
/// Failing tests of a group from which the text of an output is learnt.
pub(crate) const PRINTING_TESTS: usize = 24;
/// Diagnoses of a job for which what is printed is kept.
pub(crate) const MAX_PRINTED_DIAGNOSES: usize = 100;
/// Replays that simplifying one witness may cost.
pub(crate) const MAX_SIMPLIFYING_REPLAYS: usize = 64;
/// Rows of needed values for one component in one test.
pub(crate) const MAX_VALUE_ROWS: usize = 12;
/// Diagnoses of a group whose outputs are looked at for what they mask.
pub(crate) const MAX_MASKING_DIAGNOSES: usize = 6;

// Refinement.

/// Diagnoses of a job that are refined at most.
pub(crate) const MAX_REFINED_DIAGNOSES: usize = 12;
/// Nodes of the tree in the largest component that is refined.
pub(crate) const MAX_REFINED_NODES: u32 = 80;
/// Refinement may cost this part of the work of the search: one in this many.
pub(crate) const REFINE_WORK_DIVISOR: u64 = 6;
/// Work that refinement may cost whatever the search cost, in instructions.
pub(crate) const MIN_REFINE_INSTRUCTIONS: u64 = 1_500_000;
/// Queries of a group that may stay open in refinement: where these are too expensive, so are the others.
pub(crate) const MAX_OPEN_REFINE_QUERIES: u32 = 2;
/// Sets that are told of one component at most.
pub(crate) const MAX_REFINED_SETS: usize = 8;

// Insertions.

/// Queries of one kind about insertions that may stay open.
pub(crate) const MAX_OPEN_INSERT_QUERIES: u32 = 40;
/// A run of the program with insertions takes this many times the instructions at most.
pub(crate) const INSERTED_RUN_FACTOR: u64 = 8;
/// Assignments for which certain values are tried.
pub(crate) const MAX_INSERTED_ASSIGNMENTS: usize = 96;
/// Instructions that running the passing tests with a statement inserted may cost.
pub(crate) const MAX_JUDGING_INSTRUCTIONS: u64 = 60_000_000;
/// Work that asking about the insertions of a group may cost whatever the search cost, in instructions.
pub(crate) const MIN_INSERT_INSTRUCTIONS: u64 = 400_000;
/// The same where the search found nothing.
pub(crate) const MIN_INSERT_INSTRUCTIONS_ALONE: u64 = 40_000_000;
/// With more single components known than this, input and output aside, missing statements are not asked about.
pub(crate) const MAX_KNOWN_SINGLES: usize = 6;
/// The same for tests that trap or do not end: any early `return` repairs these, so another place is less of a help.
pub(crate) const MAX_KNOWN_SINGLES_OF_TRAPS: usize = 1;
/// Insertions that are told of a group.
pub(crate) const MAX_INSERTIONS: usize = 3;
/// The same where they are all that there is to tell.
pub(crate) const MAX_INSERTIONS_ALONE: usize = 8;

// Fixes.

/// Passing tests that are worth the start of a thread.
pub(crate) const TESTS_PER_INSERT_THREAD: usize = 128;
/// Instructions for an input near those of the tests, of which the longest run took so many: another number may make a loop
/// as good as endless, and nobody waits for that.
pub(crate) fn nearby_instructions(longest: u64) -> u64 {
    longest.saturating_mul(16).max(200_000)
}
/// Work for what is behind an undefined access of memory.
pub(crate) const WORK_BEHIND: u64 = 3_000_000;
/// Extended components that are told of a group, and about which it is asked at most.
pub(crate) const MAX_EXTENDED: usize = 3;
pub(crate) const MAX_EXTENDED_ASKED: usize = 24;
/// Questions about extended components that may stay open.
pub(crate) const MAX_OPEN_EXTENDED_QUERIES: u32 = 8;
/// Instructions for them in any case.
pub(crate) const MIN_EXTENDED_INSTRUCTIONS: u64 = 400_000;

// In `directed::search`.

/// Words of the expected output in which the next numbers are looked for.
pub(crate) const WANTED_WORDS: usize = 4;
/// Which of [`executions`] begin before the pause.
pub(crate) const EXECUTIONS_BEFORE_PAUSE: usize = 2;

// In `session::edits`.

/// Groups that may each take what edits may cost; more of them share it.
pub(crate) const GROUPS_WITH_WHOLE_EDIT_BUDGET: usize = 4;
/// Missing statements that are told of: they are ranked by where they are, and more of them say little.
pub(crate) const MAX_MISSING_STATEMENTS: usize = 3;

// In `session::halves`.

/// First edits that a second one is looked for.
pub(crate) const MAX_PAIR_FIRST_EDITS: usize = 12;
/// First edits that are compared by how many tests pass with them.
pub(crate) const MAX_COMPARED_FIRST_EDITS: usize = 32;

// In `session::some`.

/// Failing tests that edits are looked for that mend them, one at a time.
pub(crate) const TESTS_REPAIRED_ALONE: usize = 3;
/// Failing tests that an edit is judged by; of further ones nothing is said.
pub(crate) const MAX_PARTIAL_REPAIR_TESTS: usize = 200;
/// Edits beside which a second one is looked for.
pub(crate) const MAX_PARTIAL_REPAIR_FIRST_EDITS: usize = 6;
/// Edits that are reported.
pub(crate) const MAX_PARTIAL_REPAIRS: usize = 3;
/// What each of these steps may cost: such a part of what edits from the beginning may.
pub(crate) const PARTIAL_REPAIR_BUDGET_DIVISOR: usize = 6;

// In `suspicion`.

/// Failing tests of a group that are recorded for their slices: those with the shortest runs.
pub(crate) const RECORDED_TESTS: usize = 3;
/// Instructions of a run that is recorded: a longer one would have to be run again for too long.
pub(crate) const MAX_RECORDED_RUN_INSTRUCTIONS: u64 = 50_000_000;
/// Instructions of all recorded runs together, but for the first: a second long one says little more.
pub(crate) const FURTHER_RECORDED_RUN_INSTRUCTIONS: u64 = 1_000_000;
/// Instructions after which a run that does not end is in the loop that it does not leave.
pub(crate) const NON_TERMINATION_INSTRUCTIONS: u64 = 2_000_000;
/// Instructions of a run that are recorded at most, the last ones before the failure.
pub(crate) const RECORDED_INSTRUCTIONS: u64 = 400_000;
/// Windows of a recording that a slice may record again.
pub(crate) const RECORDED_WINDOWS: usize = 4;
/// Lines of a ranking.
pub(crate) const MAX_RANKED_LINES: usize = 100;

//! All numeric limits of a localization except those that are options ([`crate::JobOptions`]).
//!
//! Work and runs are counted in instructions, so that results do not depend on the clock.

use search::oracle::Effort;

// Explorations.

/// Instructions of all paths of one query together.
pub(crate) const QUERY_INSTRUCTIONS: u64 = 20_000_000;
/// Forks of one query.
pub(crate) const QUERY_FORKS: u32 = 3_000;
/// Checks of one query that the solver may leave undecided.
pub(crate) const QUERY_OPEN_CHECKS: u32 = 4;
/// Terms of the formula of one query.
pub(crate) const QUERY_TERMS: usize = 1_000_000;
/// Decisions of one branch in one activation, where the real runs need more than half that number.
pub(crate) const MAX_UNWIND: u32 = 2_000;

/// Instructions on one path of an exploration, where the run as written takes `run`.
pub(crate) fn path_instructions(run: u64) -> u64 {
    run * 4 + 20_000
}

/// Least number of instructions that a run of an edited program may take if traps cut runs of the original short.
pub(crate) const CUT_RUN: u64 = 300_000;

/// Instructions of all paths of a query together, where the run as written takes `run`: a query that needs many more
/// explores thousands of paths.
pub(crate) fn query_instructions(run: u64) -> u64 {
    run * 200 + 300_000
}

/// Divisor of the limits of a query, by effort.
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

/// Factor by which the limits of a query grow from one round to the next.
pub(crate) const ROUND_GROWTH: u64 = 4;
/// Rounds of a job. The limits of the last one exceed what any machine does within a working day: a job ends by its
/// time, memory or work limit.
pub(crate) const MAX_ROUNDS: u32 = 12;

// Queries.

/// Number of times that the limits of a check with full effort are halved, at most.
pub(crate) const MAX_HALVINGS: u32 = 5;
/// Milliseconds on the clock for each millisecond of work: a check takes longer on a busy machine and in a test build,
/// where its answer should be the same.
pub(crate) const CLOCK_FACTOR: u64 = 10;
/// Cost of assigning a literal in the solver, in instructions.
pub(crate) const PROPAGATION_INSTRUCTIONS: u64 = 8;
/// Work on queries that stayed open, in instructions, after which the search of a group ends its round: after this much
/// wasted work, more would be wasted.
pub(crate) const MAX_WASTED_INSTRUCTIONS: u64 = 8_000_000;
/// Limit on wasted work in a group for which nothing has been found, in instructions per round.
pub(crate) const MAX_WASTED_INSTRUCTIONS_ALONE: u64 = 10_000_000;
/// Witnesses kept for one set.
pub(crate) const WITNESSES_PER_SET: usize = 4;
/// Witnesses of each part of a set with which guessing for the set starts.
pub(crate) const WITNESSES_PER_PART: usize = 1;
/// Failed guesses for one set, beyond the successful ones, after which guessing for it stops.
pub(crate) const MAX_FAILED_GUESSES: u32 = 3;
/// Times that a waiting thread checks the task queue before it goes to sleep.
pub(crate) const LOOKS_BEFORE_SLEEP: u32 = 200;
/// Forks in the exploration of one test by strategy `maxsat`, which follows all alternatives of all components.
pub(crate) const MAXSAT_FORKS: u32 = 100_000;
/// Number of searches for which an unused cache entry is kept.
pub(crate) const MAX_CACHE_AGE: u32 = 12;
/// Size of the query cache, in numbers of a few bytes each.
pub(crate) const MAX_CACHE_NUMBERS: usize = 1 << 19;

// Directed search for witnesses (`engine::directed`).

/// Runs of one search, in the first round.
pub(crate) const MAX_DIRECTED_RUNS: u32 = 500;

/// Instructions of one search together, in the first round, where the run as written takes `run` and a passing run may
/// take `path`.
pub(crate) fn directed_instructions(run: u64, path: u64) -> u64 {
    let many_runs = run.saturating_mul(200).saturating_add(200_000);
    // Where a run is long, a few runs must suffice.
    many_runs.min(4_000_000).max(run * 4).max(path * 2)
}

/// Angelic values that an execution can be given.
pub(crate) const MAX_FORCED_VALUES: usize = 3;
/// Rules that are tried for each value, indexed by the number of values that an execution is given.
pub(crate) const RULES_PER_VALUE: [usize; MAX_FORCED_VALUES + 1] = [0, 28, 7, 4];
/// Constants of the program that are tried for a value.
pub(crate) const MAX_FUNCTION_CONSTANTS: usize = 16;
/// Numbers of the input that are tried for a value that is read.
pub(crate) const MAX_INPUT_NUMBERS: usize = 12;
/// Numbers of the expected output that are tried for a value.
pub(crate) const MAX_WANTED_NUMBERS: usize = 4;
/// Numbers of consecutive executions that are made to take the other branch.
pub(crate) const FLIPPED_BLOCKS: [u32; 10] = [2, 3, 4, 5, 6, 8, 10, 12, 16, 24];
/// Executions just before the failure that are changed before others.
pub(crate) const NEAR_EXECUTIONS: usize = 3;
/// Number of latest executions that are changed.
pub(crate) const RECENT_EXECUTIONS: usize = 28;
/// Earlier executions that are changed, spread over the run.
pub(crate) const OLDER_EXECUTIONS: usize = 12;
/// Changes of one run.
pub(crate) const MAX_CHANGES: usize = 4_000;
/// Number of discrepancies: changes kept although the run gets no further with them, or rejected although it does.
pub(crate) const MAX_DISCREPANCIES: u32 = 5;
/// Changes of one run that are remembered as possible discrepancies.
pub(crate) const MAX_NEUTRAL_CHANGES: usize = 12;
/// Moves that are tried first because they have helped.
pub(crate) const MAX_FAVOURITES: usize = 6;
/// Recipes of one component.
pub(crate) const MAX_RECIPES: usize = 80;
/// Executions that follow a recipe.
pub(crate) const MAX_RECIPE_EXECUTIONS: u32 = 3_000;
/// Latest observations that are searched for values of other components.
pub(crate) const MAX_RECENT_OBSERVATIONS: usize = 400;
/// Values of other components that are tried for a value.
pub(crate) const MAX_RECENT_VALUES: usize = 8;
/// Variables whose values are tried for a value.
pub(crate) const MAX_VARIABLES: usize = 8;
/// Instructions in one slice of an observed run.
pub(crate) const OBSERVED_INSTRUCTIONS: u64 = 20_000;
/// Instructions in one slice of a run that waits for the value that an execution computes as written.
pub(crate) const LOOK_AHEAD_INSTRUCTIONS: u64 = 64;
/// Number of such slices.
pub(crate) const LOOK_AHEAD_SLICES: u32 = 32;
/// Evaluations in one search for a number.
pub(crate) const MAX_SECANT_EVALUATIONS: u32 = 16;
/// Instructions in one slice of a run that waits for its wrong output.
pub(crate) const WRONG_OUTPUT_INSTRUCTIONS: u64 = 512;
/// Number of such slices.
pub(crate) const WRONG_OUTPUT_SLICES: u32 = 16;

// The search of a group.

/// Failing tests of a group that carry the search.
pub(crate) const REPRESENTATIVES: usize = 24;
/// Queries that may be spent on growing cores; see [`search::SearchOptions::grow_budget`].
pub(crate) const GROW_QUERIES: u64 = 300;
/// Consecutive sets that stay open after which the remaining open sets are abandoned; see
/// [`search::SearchOptions::open_patience`].
pub(crate) const OPEN_PATIENCE: usize = 8;
/// Failing tests of a group whose witnesses are made readable before needed values are read off them.
pub(crate) const EXPLAINED_TESTS: usize = 4;
/// Instructions that the runs of the other tests of a group may have together, in order that their needed values are
/// reported.
pub(crate) const EXPLAINED_INSTRUCTIONS: u64 = 4_000_000;
/// Failing tests of a group, and passing tests, that are searched for evidence.
pub(crate) const EVIDENCE_TESTS: usize = 200;
/// Failing tests of a group from which the text of an output is learned.
pub(crate) const PRINTING_TESTS: usize = 24;
/// Diagnoses of a job for which the printed output is kept.
pub(crate) const MAX_PRINTED_DIAGNOSES: usize = 100;
/// Most choices that may be copied in order to simplify the witness of a test: long runs have millions.
pub(crate) const SIMPLIFIED_CHOICES: usize = 1 << 20;
/// Replays that may be spent on simplifying one witness.
pub(crate) const MAX_SIMPLIFYING_REPLAYS: usize = 64;
/// Rows of needed values for one component in one test.
pub(crate) const MAX_VALUE_ROWS: usize = 500;
/// Rows of needed values for one component of a diagnosis in all tests.
pub(crate) const MAX_COMPONENT_ROWS: usize = 4_000;
/// Diagnoses of a group whose outputs are examined for what they mask.
pub(crate) const MAX_MASKING_DIAGNOSES: usize = 6;

// Refinement.

/// Diagnoses of a job that are refined.
pub(crate) const MAX_REFINED_DIAGNOSES: usize = 12;
/// Nodes of the tree in the largest component that is refined.
pub(crate) const MAX_REFINED_NODES: u32 = 80;
/// Divisor of the search's work that yields the work that refinement may cost.
pub(crate) const REFINE_WORK_DIVISOR: u64 = 6;
/// Work that refinement may always cost, in instructions.
pub(crate) const MIN_REFINE_INSTRUCTIONS: u64 = 1_500_000;
/// Queries of a group that may stay open in refinement: if these are too expensive, the others are, too.
pub(crate) const MAX_OPEN_REFINE_QUERIES: u32 = 2;
/// Sets that are reported for one component.
pub(crate) const MAX_REFINED_SETS: usize = 8;

// Insertions.

/// Queries of one kind about insertions that may stay open.
pub(crate) const MAX_OPEN_INSERT_QUERIES: u32 = 40;
/// Factor by which a run of the program with insertions may be longer than one without.
pub(crate) const INSERTED_RUN_FACTOR: u64 = 8;
/// Assignments for which particular values are tried.
pub(crate) const MAX_INSERTED_ASSIGNMENTS: usize = 96;
/// Instructions that may be spent on running the passing tests with an inserted statement.
pub(crate) const MAX_JUDGING_INSTRUCTIONS: u64 = 60_000_000;
/// Work that may always be spent on querying the insertions of a group, in instructions.
pub(crate) const MIN_INSERT_INSTRUCTIONS: u64 = 400_000;
/// Work that may always be spent on querying insertions where the search found nothing, in instructions.
pub(crate) const MIN_INSERT_INSTRUCTIONS_ALONE: u64 = 40_000_000;
/// Number of known single components, inputs and outputs aside, above which missing statements are not queried.
pub(crate) const MAX_KNOWN_SINGLES: usize = 6;
/// Number of known single components above which missing statements are not queried for tests that trap or do not end:
/// any early `return` repairs these, so another place helps less.
pub(crate) const MAX_KNOWN_SINGLES_OF_TRAPS: usize = 1;
/// Insertions that are reported for a group.
pub(crate) const MAX_INSERTIONS: usize = 3;
/// Insertions that are reported for a group that has no other diagnoses.
pub(crate) const MAX_INSERTIONS_ALONE: usize = 8;

// Fixes.

/// Number of passing tests that justifies starting a thread.
pub(crate) const TESTS_PER_INSERT_THREAD: usize = 128;
/// Instructions for an input near those of the tests, whose longest run took `longest` instructions: another number may
/// make a loop practically endless, which is not worth waiting for.
pub(crate) fn nearby_instructions(longest: u64) -> u64 {
    longest.saturating_mul(16).max(200_000)
}
/// Work for analysing what lies behind an undefined memory access.
pub(crate) const WORK_BEHIND: u64 = 3_000_000;
/// Extended components that are reported for a group, and that are queried.
pub(crate) const MAX_EXTENDED: usize = 3;
pub(crate) const MAX_EXTENDED_ASKED: usize = 24;
/// Queries about extended components that may stay open.
pub(crate) const MAX_OPEN_EXTENDED_QUERIES: u32 = 8;
/// Work that may always be spent on extended components, in instructions.
pub(crate) const MIN_EXTENDED_INSTRUCTIONS: u64 = 400_000;

// In `engine::directed::search`.

/// Words of the expected output in which the next numbers are searched for.
pub(crate) const WANTED_WORDS: usize = 4;
/// Index into the result of `SetSearch::executions` of those that begin before the pause.
pub(crate) const EXECUTIONS_BEFORE_PAUSE: usize = 2;

// In `edits::single`.

/// Groups that may each spend the full budget for edits; more groups share it.
pub(crate) const GROUPS_WITH_WHOLE_EDIT_BUDGET: usize = 4;
/// Missing statements that are reported: they are ranked by place, and further ones say little.
pub(crate) const MAX_MISSING_STATEMENTS: usize = 5;

// In `edits::pairs`.

/// First edits for which a second one is searched for.
pub(crate) const MAX_PAIR_FIRST_EDITS: usize = 12;
/// First edits that are compared by the number of tests that pass with them.
pub(crate) const MAX_COMPARED_FIRST_EDITS: usize = 32;

// In `edits::single`.

/// Most components with a likely repair between which the tests may decide.
pub(crate) const MOST_RIVALS: usize = 3;

// In `run`.

/// Runs of the shortest failing test for which the budget for edits of a kind suffices, and its most instructions.
pub(crate) const LEAST_RUNS: u64 = 1_000;
pub(crate) const MOST_STEPS: u64 = 1_000_000_000;

// In `stages::mend`.

/// Edits that may be combined, each of which repairs some of the tests.
pub(crate) const MAX_COMBINED_EDITS: usize = 5;
/// Failing tests that are searched alone if no component explains all of a group.
pub(crate) const TESTS_ALONE: usize = 3;
/// Failing tests for each of which edits that repair it alone are searched for.
pub(crate) const TESTS_REPAIRED_ALONE: usize = 3;
/// Failing tests that an edit is judged by; the others are ignored.
pub(crate) const MAX_PARTIAL_REPAIR_TESTS: usize = 200;
/// Edits for one test that are compared, in each half.
pub(crate) const MAX_PARTIAL_REPAIR_FIRST_EDITS: usize = 6;
/// Factor for the plausibility of an edit after which a test only fails later.
pub(crate) const PARTLY_SEEN: f64 = 0.75;
/// Edits of some tests that a small edit may complete, for each program in which the rest is searched for.
pub(crate) const EDITS_TO_COMPLETE: usize = 4;
/// Edited programs in which the rest is searched for.
pub(crate) const MAX_CONTINUED_EDITS: usize = 3;
/// Divisor of the budgets for edits there.
pub(crate) const CONTINUED_BUDGET_DIVISOR: usize = 4;
/// Work of the search there, in instructions.
pub(crate) const WORK_CONTINUED: u64 = 3_000_000;
/// Edits that are reported.
pub(crate) const MAX_PARTIAL_REPAIRS: usize = 3;
/// Divisor of the budget for edits from the beginning that yields the budget of each of these steps.
pub(crate) const PARTIAL_REPAIR_BUDGET_DIVISOR: usize = 3;

// In `suspicion`.

/// Failing tests of a group that are recorded for their slices, those with the shortest runs.
pub(crate) const RECORDED_TESTS: usize = 3;
/// Instructions of a run that is recorded: replaying a longer one would take too long.
pub(crate) const MAX_RECORDED_RUN_INSTRUCTIONS: u64 = 50_000_000;
/// Instructions of all recorded runs together, except the first: another long one adds little.
pub(crate) const FURTHER_RECORDED_RUN_INSTRUCTIONS: u64 = 1_000_000;
/// Instructions after which a run that does not end is assumed to be in the loop that it never leaves.
pub(crate) const NON_TERMINATION_INSTRUCTIONS: u64 = 2_000_000;
/// Instructions of a run that are recorded: the last ones before the failure.
pub(crate) const RECORDED_INSTRUCTIONS: u64 = 400_000;
/// Windows of a recording that a slice may record again.
pub(crate) const RECORDED_WINDOWS: usize = 4;
/// Lines in a ranking.
pub(crate) const MAX_RANKED_LINES: usize = 100;

// Groups.

/// Most calls of one function that are explained one by one if nothing explains them together.
pub(crate) const MAX_CALLS_ALONE: usize = 8;
/// Number of groups from which on no group is divided because nothing explains it.
pub(crate) const MAX_FINER_GROUPS: usize = 8;

// In `edits::synthesised`.

/// Synthesised repairs of a component, each of which does something else than the others.
pub(crate) const FIXES_OF_COMPONENT: usize = 3;
/// Share of the plausibility of the best of them that the others have at least.
pub(crate) const AS_LIKELY: f64 = 0.9;

// In `stages::edit_further`.

/// Factor of the budgets for edits where those tried leave doubts.
pub(crate) const EDIT_GROWTH: usize = 8;

// In `stages::choose`.

/// Plausibility of a repair that differs from a likelier one.
pub(crate) const DIFFERENT_REPAIR: f64 = 0.5;
/// Share of a repair's plausibility with which another one is about as likely.
pub(crate) const RIVAL: f64 = 0.7;
/// Weight of the places at which a repair changes what is computed in runs that were right, and a rival does not.
pub(crate) const WEIGHT_OF_DISTURBANCE: f64 = 8.0;
/// Share of these places that says nothing.
pub(crate) const SLIGHT: f64 = 0.03;

// In `rank`.

/// Factor by which the score of a line is at least lower than that of the line before it.
pub(crate) const LOWER_SCORE: f64 = 0.999;

// In `explaining`.

/// Tests that are named in a reason.
pub(crate) const MAX_NAMED_TESTS: usize = 4;

// In `stages::judge`.

/// Repairs whose texts are read again, the first ones.
pub(crate) const MAX_READ_AGAIN: usize = 20;

// In `likelihood`.

/// Least probability of repairs that are called likely and possible, and that are shown, and of lines that are called
/// likely.
pub(crate) const LEAST_LIKELY_REPAIR: f64 = 0.8;
pub(crate) const LEAST_POSSIBLE_REPAIR: f64 = 0.4;
pub(crate) const LEAST_SHOWN_REPAIR: f64 = 0.1;
pub(crate) const LEAST_LIKELY_LINE: f64 = 0.65;
/// Tokens of a sequence whose frequency in C is known, such sequences in the table, and steps of the logarithm of their
/// counts.
pub(crate) const LONGEST_NGRAM: usize = 5;
pub(crate) const MAX_NGRAMS: usize = 75_000;
pub(crate) const STEPS_OF_LOGARITHM: f64 = 16.0;
/// Factor for each token less of a sequence that is not in the table.
pub(crate) const BACKOFF: f64 = 0.4;
/// Tokens behind an edit that have other neighbours with it.
pub(crate) const TOKENS_BEHIND: usize = 3;
/// Lines of a ranking that are judged.
pub(crate) const JUDGED_LINES: usize = 5;

// What FaultLens adds to LSP, as server/src/lsp/ext.rs defines it.

/** What runs for a document. */
export type Activity = "idle" | "queued" | "testing" | "localizing";

/** What is known about a document; only `allPass` means that nothing is wrong. */
export type Knowledge =
    | "unknown"
    | "noTests"
    | "allPass"
    | "testsFail"
    | "found"
    | "noneFound"
    | "stopped"
    | "unanalysable";

/** `faultlens/status`: the state of one document; every view of it shows the same. */
export interface StatusParams {
    uri: string;
    /** `null` when the document was closed. */
    version: number | null;
    state: Activity;
    result: Knowledge;
    /** What is known is about an older text. */
    stale: boolean;
    /** A few words, such as `3 of 5 tests fail · line 8 first (cause 1 of 4)`. */
    text: string;
    /** Whole sentences. */
    detail: string;
    /** Number of tests, when known. */
    tests: number | null;
    /** Number of failing tests, when known. */
    failing: number | null;
    /** The run that `listTests` tells of; another one has another number. `null` before the first. */
    testRun: number | null;
    /** That run was of an older text, or of older tests. */
    testsStale: boolean;
    /** The selected set, 1-based. */
    set: number | null;
    sets: number;
    /** Lines of the selected set, 0-based, in order. */
    setLines: number[];
    /** The test whose explanation is known for this very version; `explain` then answers at once. */
    explained: string | null;
}

/** One suspect line. */
export interface HeatLine {
    /** 0-based. */
    line: number;
    /** 1-based; 1 is the strongest suspect. */
    rank: number;
    /** How many ranked lines there are. */
    of: number;
    /** In 0..=1, falling with the rank. */
    score: number;
    /** In the set that the user looks at, only in others, or in none: suspected without a certificate. */
    role: "selected" | "suspect" | "uncertified";
    /** Why the line has its rank. */
    why: string;
}

/** `faultlens/lines`: the suspect lines of one document; none clear the drawing. */
export interface LinesParams {
    uri: string;
    /** `null` when the document was closed. */
    version: number | null;
    /** The lines belong to an older text and have moved along with the edits. */
    stale: boolean;
    lines: HeatLine[];
    groups: SetGroup[];
}

/** Failing tests that are explained together. */
export interface SetGroup {
    /** How they fail, such as `3 tests have a wrong outcome`. */
    title: string;
    tests: string[];
    sets: ChangeSet[];
    /** How many further sets there are. */
    more: number;
}

/** One set of changes. */
export interface ChangeSet {
    /** Letter of the likely fault that the set is, if there are several faults. */
    fault?: string;
    /** 1-based, over all groups; what `selectSet` takes. */
    number: number;
    selected: boolean;
    places: ChangePlace[];
}

/** A place that is to change with the others of its set. */
export interface ChangePlace {
    /** `null` when its text was deleted since. */
    location: { uri: string; range: { start: LspPosition; end: LspPosition } } | null;
    text: string;
    /** What is wrong with it, in a clause. */
    claim: string;
    rank: number | null;
    values: string | null;
}

export interface LspPosition {
    line: number;
    character: number;
}

/** What `listTests` answers: the object of `faultlens test --format json`. */
export interface TestReport {
    /** The file in which the program begins, if that is another one; its tests are that one's. */
    program?: string | null;
    build: Build;
    tests: TestResult[];
    /** The lines on which statements begin, by file; without the test libraries. */
    coverage: CoveredLine[];
}

/** A line, from 1, and how many tests run it. */
export interface CoveredLine {
    file: string;
    line: number;
    tests: number;
}

/** What a compiler has to be given to make the program that was tested. */
export interface Build {
    files: string[];
    flags: string[];
}

/** One test and how it ended. */
export interface TestResult {
    id: string;
    outcome: "pass" | "fail" | "unanalysable" | "ignored";
    reason: string | null;
    stdout: string;
    /** What should have been printed; `null` when the test says nothing about it. */
    expected: string | null;
    /** Line of the program, 1-based, at which the run stopped. */
    line: number | null;
    time_ms: number;
    /** The file that states the expectation, and its 1-based line there. */
    path: string | null;
    path_line: number | null;
    /** The values that a failed assertion compared. */
    asserted: { expected: string; actual: string } | null;
    /** The arguments of the program, and what it reads; `null` if nothing. */
    args: string[];
    stdin: string | null;
}

export const STATUS_METHOD = "faultlens/status";
export const LINES_METHOD = "faultlens/lines";

/** What the server executes; the argument is the document's URI, then a line from 0, a set from 1 or a test's id. */
export const serverCommands = {
    localize: "faultlens.localize",
    cancel: "faultlens.cancel",
    nextSet: "faultlens.nextSet",
    previousSet: "faultlens.previousSet",
    selectSet: "faultlens.selectSet",
    goToSet: "faultlens.goToSet",
    markCorrect: "faultlens.markCorrect",
    markSuspect: "faultlens.markSuspect",
    clearMarks: "faultlens.clearMarks",
    explain: "faultlens.explain",
    runTests: "faultlens.runTests",
    why: "faultlens.why",
    find: "faultlens.find",
    run: "faultlens.run",
    newTest: "faultlens.newTest",
    acceptOutput: "faultlens.acceptOutput",
    listTests: "faultlens.listTests",
    whyNoTest: "faultlens.whyNoTest",
    listPrograms: "faultlens.listPrograms",
    showReport: "faultlens.showReport",
    doctor: "faultlens.doctor",
} as const;

/** A statement of a run, and what stood in variables before it. */
export interface RunStep {
    /** The URI of the file. */
    file: string;
    /** From 1. */
    line: number;
    text: string;
    function: string;
    /** Number of functions that are being executed. */
    depth: number;
    values: { name: string; value: string }[];
    /** Names among them whose values are new. */
    changed: string[];
}

/** What `faultlens.run` answers. */
export interface RunReport {
    test: string | null;
    reason: string | null;
    failure: { message: string } | null;
    run: RunStep[];
    /** More ran before the first step. */
    run_before: boolean;
}

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
    /** A few words, such as `3 of 5 tests fail · set 1 of 4`. */
    text: string;
    /** Whole sentences. */
    detail: string;
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
    /** Whether the line belongs to the set that the user looks at. */
    role: "selected" | "suspect";
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
}

export const STATUS_METHOD = "faultlens/status";
export const LINES_METHOD = "faultlens/lines";

/** What the server executes; the argument is the document's URI, for marks with a line from 0 after it. */
export const serverCommands = {
    localize: "faultlens.localize",
    cancel: "faultlens.cancel",
    nextSet: "faultlens.nextSet",
    previousSet: "faultlens.previousSet",
    markCorrect: "faultlens.markCorrect",
    markSuspect: "faultlens.markSuspect",
    clearMarks: "faultlens.clearMarks",
    explain: "faultlens.explain",
    listTests: "faultlens.listTests",
    showReport: "faultlens.showReport",
    doctor: "faultlens.doctor",
} as const;

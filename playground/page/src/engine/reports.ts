// Reports of the engine, as far as the page shows them. Lines and columns count from 1, columns in characters; `start`
// and `end` are offsets in bytes of the text in UTF-8.

export interface Place {
    line: number;
    column: number;
    end_line: number;
    end_column: number;
}

export interface Problem {
    severity: "error" | "warning";
    line: number | null;
    column: number | null;
    range: [number, number] | null;
    message: string;
}

export interface TestSummary {
    total: number;
    failing: string[];
    passing: string[];
    unanalysable: { id: string; reason: string; line: number | null }[];
    ignored: string[];
    details: { id: string; message: string; group: number | null }[];
}

export interface Group {
    id: number;
    kind: "wrong-outcome" | "trap" | "no-end";
    tests: string[];
    line: number | null;
    message: string | null;
    behind: number | null;
    details: string[];
}

export interface Value {
    test: string;
    execution: number;
    was: string | null;
    needs: string;
    range: string | null;
}

export interface Part {
    text: string;
    set: number;
}

export interface Component extends Place {
    id: number;
    start: number;
    end: number;
    kind: string;
    text: string;
    function: string;
    refined: Part[] | null;
    macro: { name: string; line: number | null } | null;
    values: Value[];
    values_left_out: number;
    missing: "before" | "after" | "in-loop" | null;
}

export interface Edit extends Place {
    start: number;
    end: number;
    old: string;
    new: string;
    nth?: number;
}

export interface Fix extends Edit {
    also: Edit[];
    scope: "all" | "group" | "partial" | "joint";
    mends: string[];
    doubtful: boolean;
    likely?: boolean;
    nearby?: { inputs: number; as_before: number };
    lesson?: string;
}

export interface Diagnosis {
    group: number;
    components: Component[];
    weight: number;
    verified: boolean;
    certificate: "values" | "edit";
    minimal: "proved" | "within-bounds" | "unchecked";
    evidence: ("deletion" | "flip" | "edit")[];
    fixes: Fix[];
    given: Edit[];
}

export interface RankedLine {
    rank: number;
    line: number;
    certified: boolean;
    diagnoses: number[];
    why: string;
}

export interface Fault {
    places: { line: number }[];
    tests: string[];
    diagnosis: number | null;
    fix: Fix | null;
}

export interface LocalizeReport {
    status: "complete" | "none" | "stopped" | "unanalysable";
    reason: string | null;
    reason_line: number | null;
    answered?: boolean;
    bounds: { none_up_to: number | null; unwind: number | null; up_to_size: number | null };
    tests: TestSummary;
    groups: Group[];
    diagnoses: Diagnosis[];
    faults: Fault[];
    partial: { group: number; tests: string[]; fixes: Fix[] }[];
    undecided?: { input: string; args?: string[]; with: { fix: number; output: string }[] };
    ranking: RankedLine[];
    assumed: string[];
    problems: Problem[];
    stats: { time_ms: number };
}

export interface Sentence {
    line: number;
    column: number;
    text: string;
}

export interface Failure {
    message: string;
    line: number;
    column: number;
}

export interface ExplainReport {
    status: "explained" | "passes" | "unanalysable" | "stopped";
    reason: string | null;
    story: Sentence[];
    assumed: string[];
}

export interface RunStep extends Place {
    text: string;
    function: string;
    depth: number;
    values: { name: string; value: string }[];
    changed: string[];
}

export interface TraceReport {
    status: "traced" | "passes" | "unanalysable" | "stopped";
    reason: string | null;
    failure: Failure | null;
    run: RunStep[];
    run_before: boolean;
}

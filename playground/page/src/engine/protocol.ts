// What goes to the engine and what comes back: the part of `JobSpec` and `Event` in
// server/crates/faultlens-core/src/jobs/protocol.rs that the page uses. docs/json.md explains the reports.

import type { ExplainReport, LocalizeReport, Problem, TraceReport } from "./reports";
import type { Diagnosis, Group, RankedLine, TestSummary } from "./reports";

export type JobKind = "localize" | "test" | "explain" | "trace";

export interface Job {
    kind: JobKind;
    file: string;
    text: string;
    linked: [];
    given: GivenTest[];
    tests: null;
    options: { solver: "sat"; workers: 1; timeout: number; work: null };
    explain?: { test: string; assume_branches: boolean; run: boolean; is_story: boolean; found: Diagnosis[] | null };
}

export interface GivenTest {
    name: string;
    stdin: string;
    stdout: string;
}

/** An event is an object with one key; the last one of a job is `done` or `failed`. */
export interface EngineEvent {
    phase?: { name: string };
    tests?: { summary: TestSummary; groups: Group[] };
    suspected?: { lines: RankedLine[] };
    diagnosis?: { diagnosis: Diagnosis };
    withdrawn?: { group: number; components: number[] };
    done?: { report: Report };
    failed?: { message: string };
}

export type Report =
    | { kind: "localize"; value: LocalizeReport }
    | { kind: "test"; value: TestReport }
    | { kind: "explain"; value: ExplainReport }
    | { kind: "trace"; value: TraceReport };

/** The report of a job of this kind. */
export type ReportOf<K extends JobKind> = Extract<Report, { kind: K }>["value"];

export interface TestReport {
    reason: string | null;
    stopped: boolean;
    tests: TestResult[];
    problems: Problem[];
    assumed: string[];
    time_ms: number;
}

export interface TestResult {
    id: string;
    outcome: "pass" | "fail" | "unanalysable" | "ignored";
    reason: string | null;
    stdout: string;
    line: number | null;
    cause: "not-modelled" | "step-limit" | "interrupted" | "not-run" | null;
}

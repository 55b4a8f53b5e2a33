// How a job ended, in plain words: the status line.

import type { TestReport } from "../engine/protocol";
import type { Group, LocalizeReport, TestSummary } from "../engine/reports";
import { counted, duration } from "./words";

/** `3 of 5 tests fail` */
function failing(fail: number, total: number): string {
    if (total === 1) {
        return "the one test fails";
    }
    return `${fail} of ${counted(total, "test")} ${fail === 1 ? "fails" : "fail"}`;
}

function pass(total: number): string {
    return total === 1 ? "the one test passes" : `all ${total} tests pass`;
}

/** Number of causes, and of the lines that are listed for them if it differs. */
function causes({ diagnoses, ranking }: LocalizeReport): string {
    const lines = ranking.filter(({ certified }) => certified).length;
    const place = lines === diagnoses.length ? "" : ` in ${counted(lines, "line")}`;
    return counted(diagnoses.length, "possible cause") + place;
}

/** What is known of the tests while the search runs. */
export function soFar(report: LocalizeReport): string {
    const { tests, diagnoses } = report;
    if (tests.total === 0) {
        return "Running the tests …";
    }
    const found = diagnoses.length > 0 ? `, ${causes(report)} so far` : "";
    return `${outcomes(tests)}${found}. Searching …`;
}

function outcomes({ failing: fail, total, unanalysable }: TestSummary): string {
    const open = unanalysable.length;
    if (fail.length > 0) {
        return failing(fail.length, total) + (open > 0 ? `, ${open} not decided` : "");
    }
    return open > 0 ? `none of ${counted(total, "test")} fails, ${open} not decided` : pass(total);
}

/** The end of a search. `isStopped` says that the user stopped it. */
export function ending(report: LocalizeReport, isStopped = false): string {
    const { status, tests, diagnoses, bounds } = report;
    const reason = report.reason ?? "no reason is known";
    const found = diagnoses.length;
    const time = ` (${duration(report.stats.time_ms)})`;
    if (isStopped) {
        const known = tests.total > 0 ? `${outcomes(tests)}${found > 0 ? `, ${causes(report)} so far` : ""}. ` : "";
        return `${known}Stopped${time}; there may be more.`;
    }
    if (status === "unanalysable") {
        const line = report.reason_line === null ? "" : ` (line ${report.reason_line})`;
        return `The program could not be analysed: ${reason}${line}.`;
    }
    if (status === "none" || tests.failing.length === 0) {
        return `${outcomes(tests)}${time}.${status === "stopped" ? ` Stopped early: ${reason}.` : ""}`;
    }
    const fail = outcomes(tests);
    if (status === "complete") {
        if (found === 0) {
            const size = bounds.none_up_to;
            return `${fail}; ${size === null ? "no change" : `no change of up to ${counted(size, "place")}`} helps${time}.`;
        }
        const within = bounds.unwind === null ? "" : `, for loops of up to ${counted(bounds.unwind, "iteration")}`;
        return `${fail}, ${causes(report)}${time}. The search is complete${within}.`;
    }
    if (found === 0) {
        return `${fail}; no cause is confirmed: ${reason}${time}.`;
    }
    const why = report.answered === true ? "A repair ended the search" : "Not everything could be tried";
    return `${fail}, ${causes(report)}${time}. ${why}, so there may be more.`;
}

/** The end of a run of the tests. */
export function testsEnded(report: TestReport): string {
    const of = (outcome: string): string[] => report.tests.filter((test) => test.outcome === outcome).map(({ id }) => id);
    if (report.tests.length === 0 || of("unanalysable").length === report.tests.length) {
        const reason = report.reason ?? report.tests[0]?.reason ?? "no reason is known";
        return `The tests could not be run: ${reason}.`;
    }
    const unanalysable = of("unanalysable").map((id) => ({ id, reason: "", line: null }));
    const summary = { total: report.tests.length, failing: of("fail"), passing: of("pass"), unanalysable, ignored: [], details: [] };
    return `${outcomes(summary)} (${duration(report.time_ms)}).`;
}

/** How the tests of a group fail: `line 9, heap-buffer-overflow: …` */
export function kindOfFailure({ kind, behind, line, message }: Group): string {
    const place = line === null ? "" : `line ${line}, `;
    switch (kind) {
        case "wrong-outcome":
            return behind === null ? "wrong output" : `behind the undefined access, ${place}wrong output`;
        case "trap":
            return `${place}${message ?? "trap"}`;
        case "no-end":
            return message ?? "no end";
    }
}

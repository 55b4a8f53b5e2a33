// The marks that the editor shows for a report.

import type { Mark } from "./editor/marks";
import type { LocalizeReport, Problem } from "./engine/reports";
import { causesOf, heatOf, suspectedOf } from "./text/causes";
import { wasAndNeeds } from "./text/claims";
import { ByteOffsets, offsetOf } from "./text/offsets";
import { causeHover } from "./view/causes";
import { coded, h } from "./view/dom";

/** Most lines that are only suspected with marks; when all is marked, nothing is. */
const MOST_SUSPECTED = 5;
/** Causes up to this rank have their values behind the line. */
const LAST_LABEL = 3;

/** `text` is the program that the report is about. */
export function marksOf(report: LocalizeReport, text: string): Mark[] {
    const bytes = new ByteOffsets(text);
    const causes = causesOf(report);
    const marks = causes.map((cause): Mark => {
        const { line, component } = cause;
        return {
            from: bytes.toUtf16(component.start),
            to: bytes.toUtf16(component.end),
            kind: "suspect",
            heat: heatOf(line.rank),
            label: line.rank <= LAST_LABEL ? (wasAndNeeds(component) ?? "") : "",
            hover: () => causeHover(cause, report),
        };
    });
    const suspected = causes.length > 0 ? [] : suspectedOf(report).slice(0, MOST_SUSPECTED);
    const guesses = suspected.map(({ line, why, rank }): Mark => {
        const from = offsetOf(text, line, 1);
        const told = `Possible cause ${rank}, not confirmed: ${why}. Nothing shows yet that a change here makes a failing test pass.`;
        return { from, to: from, kind: "suspect", heat: 0, label: "", hover: () => h("p", {}, coded(told)) };
    });
    return [...marks, ...guesses, ...problemMarks(report.problems, text)];
}

export function problemMarks(problems: readonly Problem[], text: string): Mark[] {
    const bytes = new ByteOffsets(text);
    return problems.flatMap(({ severity, range, line, column, message }): Mark[] => {
        if (range === null && line === null) {
            return [];
        }
        const from = range === null ? offsetOf(text, line ?? 1, column ?? 1) : bytes.toUtf16(range[0]);
        const to = range === null ? from : bytes.toUtf16(range[1]);
        return [{ from, to, kind: "problem", heat: 1, label: "", hover: () => h("p", {}, coded(`${severity}: ${message}`)) }];
    });
}

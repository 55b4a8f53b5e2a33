// Ranked lines with the cause that each is shown with.

import type { Component, Diagnosis, LocalizeReport, RankedLine } from "../engine/reports";

export interface Cause {
    line: RankedLine;
    diagnosis: Diagnosis;
    component: Component;
}

/** Lines with confirmed causes, each with the first cause and its place there. */
export function causesOf(report: LocalizeReport): Cause[] {
    return report.ranking.flatMap((line) => {
        const diagnosis = report.diagnoses[line.diagnoses[0] ?? -1];
        const isThere = (c: Component): boolean => c.line <= line.line && line.line <= c.end_line;
        const component = diagnosis?.components.find(isThere);
        return line.certified && diagnosis !== undefined && component !== undefined ? [{ line, diagnosis, component }] : [];
    });
}

/** Lines that are only suspected. */
export function suspectedOf(report: LocalizeReport): RankedLine[] {
    return report.ranking.filter(({ certified }) => !certified);
}

/** How strongly a line is drawn, from 1; people look at about three places, not at twenty. */
export type Heat = 1 | 2 | 3 | 4;

/** As in the editors: the first line, the next two, the next two, and the rest. */
export function heatOf(rank: number): Heat {
    if (rank === 1) {
        return 1;
    }
    if (rank <= 3) {
        return 2;
    }
    return rank <= 5 ? 3 : 4;
}

// What a program has printed at each step of a run. The trace does not say; so the test is run once more on a program
// that prints a mark before each statement that prints, and its output is cut at the marks.

import type { RunStep } from "../engine/reports";
import { type Change, applied } from "./edits";
import { offsetOf } from "./offsets";

/** A character that no program of a first course prints. */
const MARK = "\u0001";
const PRINTS = /^(?:printf|puts|putchar|putc|fputc|fputs|fprintf|fwrite|perror|vprintf|write)\s*\(/;

/** The program with marks; undefined if no statement of the run prints. */
export function marked(text: string, run: readonly RunStep[]): string | undefined {
    const places = new Map<number, Change>();
    for (const step of run.filter(prints)) {
        const from = offsetOf(text, step.line, step.column);
        const to = offsetOf(text, step.end_line, step.end_column);
        places.set(from, { from, to, insert: `(putchar(1), ${text.slice(from, to)})` });
    }
    const changes = [...places.values()].sort((a, b) => a.from - b.from);
    return changes.length === 0 ? undefined : applied(text, changes);
}

/** What has been printed before a step, and what its statement prints. */
export interface Printed {
    before: string;
    now: string;
}

/**
 * The output at each step; undefined if it is not known: the run was not recorded from its beginning, or the marks
 * changed what the program prints, as they would if it looked at its own output.
 */
export function outputs(run: readonly RunStep[], stdout: string, withMarks: string): Printed[] | undefined {
    const [beginning = "", ...pieces] = withMarks.split(MARK);
    if (beginning + pieces.join("") !== stdout) {
        return undefined;
    }
    const printed: Printed[] = [];
    /** Statements that are not yet at their end: a call in their arguments runs first. */
    const open: { depth: number; text: string }[] = [];
    let before = beginning;
    let next = 0;
    for (const step of run) {
        while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= step.depth) {
            before += open.pop()?.text ?? "";
        }
        const now = prints(step) ? (pieces[next] ?? "") : "";
        if (prints(step)) {
            next += 1;
            open.push({ depth: step.depth, text: now });
        }
        printed.push({ before, now });
    }
    return printed;
}

function prints({ text }: RunStep): boolean {
    return PRINTS.test(text);
}

// Edits of the text, as the engine proposes them: their effect, and the lines that they change.

import type { Edit, Fix } from "../engine/reports";
import { ByteOffsets } from "./offsets";

/** A change as the editor wants it. */
export interface Change {
    from: number;
    to: number;
    insert: string;
}

/** A line of a diff. */
export interface DiffLine {
    sign: "-" | "+";
    /** The line in the text before or after. */
    number: number;
    text: string;
}

/** All edits of a fix, in order of place. */
export function editsOf(fix: Fix): Edit[] {
    return [fix, ...fix.also].sort((a, b) => a.start - b.start);
}

export function changesOf(text: string, fix: Fix): Change[] {
    const offsets = new ByteOffsets(text);
    return editsOf(fix).map((edit) => ({
        from: offsets.toUtf16(edit.start),
        to: offsets.toUtf16(edit.end),
        insert: edit.new,
    }));
}

/** Changes are in order of place and do not overlap. */
export function applied(text: string, changes: readonly Change[]): string {
    let result = "";
    let done = 0;
    for (const { from, to, insert } of changes) {
        result += text.slice(done, from) + insert;
        done = to;
    }
    return result + text.slice(done);
}

/** The changed lines, region by region; what stays the same at the ends of a region is left out. */
export function changedLines(text: string, changes: readonly Change[]): DiffLine[] {
    const lines: DiffLine[] = [];
    let shift = 0;
    for (const region of regions(text, changes)) {
        const first = text.slice(0, region.from).split("\n").length;
        const before = text.slice(region.from, region.to).split("\n");
        const after = applied(text.slice(region.from, region.to), region.changes).split("\n");
        const growth = after.length - before.length;
        let start = 0;
        while (start < before.length && start < after.length && before[start] === after[start]) {
            start += 1;
        }
        let same = 0;
        const most = Math.min(before.length, after.length) - start;
        while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) {
            same += 1;
        }
        const signed = (sign: "-" | "+", part: string[], number: number): DiffLine[] =>
            part.slice(start, part.length - same).map((line, at) => ({ sign, number: number + start + at, text: line }));
        lines.push(...signed("-", before, first), ...signed("+", after, first + shift));
        shift += growth;
    }
    return lines;
}

interface Region {
    from: number;
    to: number;
    /** Relative to the region. */
    changes: Change[];
}

/** Whole lines around changes; changes of the same line are in one region. */
function regions(text: string, changes: readonly Change[]): Region[] {
    const found: Region[] = [];
    for (const { from, to, insert } of changes) {
        const start = text.lastIndexOf("\n", from - 1) + 1;
        const next = text.indexOf("\n", to);
        const end = next < 0 ? text.length : next;
        let region = found.at(-1);
        if (region === undefined || region.to < start) {
            region = { from: start, to: end, changes: [] };
            found.push(region);
        }
        region.to = Math.max(region.to, end);
        region.changes.push({ from: from - region.from, to: to - region.from, insert });
    }
    return found;
}

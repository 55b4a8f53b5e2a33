// What a suspect is suspected of, in the words of server/crates/faultlens-core/src/model.

import type { Component, Diagnosis, Edit, Fix, LocalizeReport, Value } from "../engine/reports";
import { editsOf } from "./edits";
import { flat, lines, oneLine, quoted, some } from "./words";

const CLAIMS: Readonly<Record<string, string>> = {
    condition: "is true or false at the wrong time",
    switch: "chooses the wrong case",
    assignment: "gives a wrong value",
    initialiser: "gives a wrong value",
    increment: "gives a wrong value",
    declaration: "needs an initial value",
    call: "has a wrong result or effect",
    expression: "has a wrong result or effect",
    return: "returns a wrong value",
    jump: "runs at the wrong time",
    output: "writes the wrong text",
    input: "reads wrongly",
    macro: "is the wrong number",
    type: "is the wrong type",
    target: "chooses the wrong element",
    argument: "is the wrong argument",
};

const SIDES = { before: "before this", after: "after this", "in-loop": "in the loop before this" } as const;

/** `` `f < s` is true or false at the wrong time `` */
export function claim(component: Component): string {
    const text = quoted(component.text);
    if (component.missing !== null) {
        return `${text} may be missing ${SIDES[component.missing]}`;
    }
    if (component.kind === "size") {
        return `the size ${text} is too small`;
    }
    return `${text} ${CLAIMS[component.kind] ?? "does the wrong thing"}`;
}

/** Parts whose change would be enough: `` `a` or `b + 1` ``; undefined if none is known. */
export function parts(component: Component): string | undefined {
    const sets = new Map<number, string[]>();
    for (const { set, text } of component.refined ?? []) {
        sets.set(set, [...(sets.get(set) ?? []), `\`${flat(text)}\``]);
    }
    const names = [...new Set([...sets.values()].map((texts) => texts.join(" and ")))];
    const shown = names.slice(0, 3);
    if (names.length > shown.length) {
        shown.push(`one of ${names.length - shown.length} others`);
    }
    const last = shown.pop();
    return shown.length > 0 ? `${shown.join(", ")} or ${last}` : last;
}

/** The needed value with its alternatives: `5 (any >= 5)` */
export function needed({ needs, range }: Value): string {
    const value = oneLine(needs, 40);
    if (range === null) {
        return value;
    }
    return range === "any" ? `${value} (any other)` : `${value} (any ${range})`;
}

/** Values that stay as they were are told only if nothing else is. */
function told(values: readonly Value[]): Value[] {
    const changed = values.filter(({ was, needs }) => was !== needs);
    return changed.length > 0 ? changed : [...values];
}

/** Actual and needed value if they are the same in all tests: `was 1, needs 4` */
export function wasAndNeeds(component: Component): string | undefined {
    const values = told(component.values);
    const [first] = values;
    if (first === undefined || component.values_left_out > 0 || values.some(({ needs }) => needs !== first.needs)) {
        return undefined;
    }
    const sameRange = values.every(({ range }) => range === first.range);
    const needs = oneLine(sameRange ? needed(first) : first.needs, 40);
    if (first.was === null || values.some(({ was }) => was !== first.was)) {
        return `needs ${needs}`;
    }
    return first.was === first.needs ? `stays ${needs}` : `was ${oneLine(first.was, 40)}, needs ${needs}`;
}

/** `to pass t0, t2: false; to pass t4: first 1, then 2`; empty if no values are known. */
export function needs({ values, values_left_out }: Component): string {
    const shown = told(values);
    const tests = new Map<string, string[]>();
    for (const { test, needs: value } of shown) {
        const known = tests.get(value) ?? [];
        tests.set(value, known.includes(test) ? known : [...known, test]);
    }
    const alike = new Map<string, string[]>();
    for (const [value, of] of [...tests].slice(0, 3)) {
        const names = some(of, 4);
        alike.set(names, [...(alike.get(names) ?? []), oneLine(value, 30)]);
    }
    const phrases = [...alike].map(
        ([names, all]) => `to pass ${names}: ${all.length > 1 ? "first " : ""}${all.join(", then ")}`,
    );
    const more = Math.max(tests.size - 3, 0) + values.length - shown.length + values_left_out;
    return [...phrases, ...(more > 0 ? [`… ${more} more`] : [])].join("; ");
}

/** Other places that have to change too: `line 8`; undefined if this one is enough. */
export function others(diagnosis: Diagnosis, own: Component): string | undefined {
    const rest = diagnosis.components.filter(({ id }) => id !== own.id);
    return rest.length > 0 ? lines(rest.map(({ line }) => line)) : undefined;
}

function change({ old, new: text, nth }: Edit): string {
    const which = nth === undefined ? "" : ordinal(nth);
    const [was, is] = [flat(old), flat(text)];
    if (is === "") {
        return `delete \`${was}\``;
    }
    return was === "" ? `insert \`${is}\`` : `replace ${which}\`${was}\` by \`${is}\``;
}

/** Which of several equal texts of a line: `the second `. */
function ordinal(nth: number): string {
    const word = ["first", "second", "third", "fourth", "fifth", "sixth"][nth - 1];
    return word === undefined ? `number ${nth} of ` : `the ${word} `;
}

/** ``in line 4 replace `>` by `>=` `` */
export function fixSentence(fix: Fix): string {
    return editsOf(fix)
        .map((edit) => `in line ${edit.line} ${change(edit)}`)
        .join(", and ");
}

/** What holds with a fix of a group, as the end of a sentence. */
export function promise(report: LocalizeReport, group: number, fix: Fix): string {
    const failing = report.tests.failing.length;
    const pass = (tests: number): string => `${tests} of ${failing} failing tests pass then, and none breaks`;
    const of = report.groups[group];
    const size = mendedBy(report, fix);
    if (of !== undefined && of.behind !== null) {
        return `${of.tests.join(", ")} would pass if no undefined access did harm`;
    }
    if (fix.scope === "joint") {
        return `${fix.mends.length} of ${failing} failing tests pass then, together with the edits before it`;
    }
    if (fix.scope === "partial") {
        return pass(fix.mends.length);
    }
    if (fix.scope === "group" && size < failing) {
        return pass(size);
    }
    const isAll = fix.scope === "all" && report.tests.unanalysable.length === 0;
    return isAll ? "all tests pass" : "all failing tests pass then, and none breaks";
}

/** Number of failing tests in the groups that have this fix. */
function mendedBy(report: LocalizeReport, fix: Fix): number {
    const has = (group: number): boolean =>
        report.diagnoses.some((set) => set.group === group && set.fixes.some((known) => sameEdits(known, fix)));
    return report.groups.reduce((sum, { id, behind, tests }) => sum + (behind === null && has(id) ? tests.length : 0), 0);
}

/** Whether two fixes are the same edits, whatever else is known of them. */
export function sameEdits(a: Fix, b: Fix): boolean {
    const [ours, theirs] = [editsOf(a), editsOf(b)];
    const same = (edit: Edit, other: Edit | undefined): boolean =>
        edit.start === other?.start && edit.end === other.end && edit.new === other.new;
    return ours.length === theirs.length && ours.every((edit, at) => same(edit, theirs[at]));
}

/** All fixes, each once, in the order of the ranking: the first is fix 1. */
export function allFixes(report: LocalizeReport): Fix[] {
    const ranked = report.ranking.flatMap(({ diagnoses }) => diagnoses.map((at) => report.diagnoses[at]?.fixes ?? []));
    const sets = [...ranked, ...report.diagnoses.map(({ fixes }) => fixes), ...report.partial.map(({ fixes }) => fixes)];
    const fixes: Fix[] = [];
    for (const fix of sets.flat()) {
        if (!fixes.some((known) => sameEdits(known, fix))) {
            fixes.push(fix);
        }
    }
    return fixes;
}

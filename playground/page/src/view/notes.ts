// What else a search has to say: likely faults, how tests fail, open choices, assumptions and problems.

import type { LocalizeReport, Problem } from "../engine/reports";
import { allFixes, fixSentence, promise, sameEdits } from "../text/claims";
import { kindOfFailure } from "../text/verdict";
import { counted, lines, oneLine, some } from "../text/words";
import { button, coded, h } from "./dom";
import { type FixActions, fixView } from "./fix";

export interface NoteActions extends FixActions {
    addTest(stdin: string): void;
}

/** The likely faults if there are several, and the kinds of failure if "wrong output" does not say it all. */
export function overview(report: LocalizeReport): HTMLElement[] {
    const { faults, groups } = report;
    const parts: HTMLElement[] = [];
    if (faults.length > 1) {
        const items = faults.map(({ places, tests, diagnosis, fix }, at) => {
            const edit = diagnosis === null && fix !== null ? `: ${fixSentence(fix)}${fix.doubtful ? " (doubtful)" : ""}` : "";
            const name = String.fromCharCode("A".charCodeAt(0) + at);
            const explained = `${lines(places.map(({ line }) => line))} explains ${some(tests, 5)}${edit}`;
            return h("li", {}, h("strong", {}, `${name}: `), coded(explained));
        });
        parts.push(h("h2", {}, "Likely faults"), h("ul", { class: "plain" }, ...items));
    }
    const isPlain = groups.every(({ kind }) => kind === "wrong-outcome") && (groups.length < 2 || faults.length > 1);
    if (!isPlain) {
        const items = groups.map((group) => {
            const details = group.details.map((detail) => h("div", { class: "soft" }, detail));
            const told = `${kindOfFailure(group)}: ${counted(group.tests.length, "test")} (${some(group.tests, 5)})`;
            return h("li", {}, coded(told), ...details);
        });
        parts.push(h("h2", {}, "How the tests fail"), h("ul", { class: "plain" }, ...items));
    }
    return parts;
}

/** Repairs for some of the tests, the open choice between two repairs, tests without a verdict, assumptions. */
export function notes(report: LocalizeReport, text: string, actions: NoteActions): HTMLElement[] {
    const numbered = allFixes(report);
    const hints = report.partial.flatMap(({ group, fixes }) =>
        fixes.map((fix) => {
            const number = numbered.findIndex((known) => sameEdits(known, fix)) + 1;
            return fixView(text, fix, number, promise(report, group, fix), actions);
        }),
    );
    const reasons = new Map<string, string[]>();
    for (const { id, reason, line } of report.tests.unanalysable) {
        const place = `${reason}${line === null ? "" : ` (line ${line})`}`;
        reasons.set(place, [...(reasons.get(place) ?? []), id]);
    }
    const open = [...reasons].map(([reason, tests]) =>
        h("p", {}, coded(`${counted(tests.length, "test")} not decided (${some(tests, 5)}): ${reason}.`)),
    );
    const assumed = report.assumed.map((fact) => h("p", {}, `Assumed: ${fact}.`));
    return [
        ...(hints.length > 0 ? [h("h2", {}, "For some of the tests"), ...hints] : []),
        ...choice(report, actions),
        ...(open.length + assumed.length > 0 ? [h("div", { class: "soft notes" }, ...open, ...assumed)] : []),
    ];
}

/** An input on which two repairs differ: only the user knows what should be printed there. */
function choice({ undecided }: LocalizeReport, actions: NoteActions): HTMLElement[] {
    if (undecided === undefined || (undecided.args ?? []).length > 0) {
        return [];
    }
    const code = (part: string): string => `\`${oneLine(part, 60)}\``;
    const prints = undecided.with.map(({ fix, output }) => `${output === "" ? "nothing more" : code(output)} with repair ${fix}`);
    const sentence = `For the input ${code(undecided.input)}, the program prints ${prints.join(" and ")}. A test with this input would decide.`;
    return [
        h("h2", {}, "The tests do not decide"),
        h("p", {}, coded(sentence)),
        button("Add a test with this input", () => actions.addTest(undecided.input)),
    ];
}

/** Errors and warnings about the text. */
export function problemsView(problems: readonly Problem[], goTo: (line: number, column: number) => void): HTMLElement[] {
    if (problems.length === 0) {
        return [];
    }
    const items = problems.map(({ severity, line, column, message }) => {
        const place = line === null ? undefined : button(`line ${line}`, () => goTo(line, column ?? 1), { class: "line" });
        return h("li", { class: severity }, place, " ", coded(`${severity}: ${message}`));
    });
    return [h("h2", {}, "Problems"), h("ul", { class: "plain problems" }, ...items)];
}

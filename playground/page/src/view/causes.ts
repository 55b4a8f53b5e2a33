// The list of possible causes, with repairs; and the text that a hover over a mark shows.

import type { Diagnosis, Fix, LocalizeReport } from "../engine/reports";
import { type Cause, causesOf, heatOf, suspectedOf } from "../text/causes";
import { allFixes, claim, fixSentence, needs, others, parts, promise, sameEdits } from "../text/claims";
import { capital, lines } from "../text/words";
import { coded, h } from "./dom";
import { type FixActions, fixView } from "./fix";
import { lineLink } from "./lineLink";

export interface CauseActions extends FixActions {
    goTo(line: number, column: number): void;
}

/** Most lines that are only suspected in the list. */
const MOST_SUSPECTED = 7;
/** Causes beyond these are folded. */
const FIRST = 5;
/** Most repairs of one cause. */
const MOST_FIXES = 3;
/** Most rows of a table of values. */
const MOST_VALUES = 8;

/** The list; `text` is the program that the report is about. */
export function causesView(report: LocalizeReport, text: string, actions: CauseActions): HTMLElement[] {
    const causes = causesOf(report);
    const suspected = suspectedOf(report);
    if (causes.length === 0) {
        if (suspected.length === 0) {
            return [];
        }
        const items = suspected.slice(0, MOST_SUSPECTED).map(({ line, why }) =>
            h("li", { class: "heat0" }, lineLink(line, 1, actions.goTo), ` ${why}`),
        );
        const note = "No cause is confirmed. The failing tests run these lines, and the failure depends on them.";
        return [h("h2", {}, "Worth a look"), h("p", { class: "soft" }, note), h("ol", { class: "causes" }, ...items)];
    }
    const numbered = allFixes(report);
    const shown: Fix[] = [];
    const items = causes.map((cause) => causeView(cause, report, text, actions, numbered, shown));
    const rest = items.slice(FIRST);
    const more =
        rest.length === 0
            ? undefined
            : h(
                  "details",
                  {},
                  h("summary", {}, `${rest.length} more ${rest.length === 1 ? "line" : "lines"}`),
                  h("ol", { class: "causes", start: String(FIRST + 1) }, ...rest),
              );
    const list = [h("h2", {}, "Possible causes"), h("ol", { class: "causes" }, ...items.slice(0, FIRST))];
    return more === undefined ? list : [...list, more];
}

function causeView(
    cause: Cause,
    report: LocalizeReport,
    text: string,
    actions: CauseActions,
    numbered: readonly Fix[],
    shown: Fix[],
): HTMLElement {
    const { line, diagnosis, component } = cause;
    const column = component.line === line.line ? component.column : 1;
    const sentences = facts(cause);
    // Each repair is drawn once, at the first line that it belongs to.
    const fixes = diagnosis.fixes.slice(0, MOST_FIXES).map((fix) => {
        const number = numbered.findIndex((known) => sameEdits(known, fix)) + 1;
        if (shown.some((known) => sameEdits(known, fix))) {
            return h("p", { class: "soft" }, `See repair ${number}.`);
        }
        shown.push(fix);
        return fixView(text, fix, number, promise(report, diagnosis.group, fix), actions);
    });
    return h(
        "li",
        { class: `heat${heatOf(line.rank)}`, "data-line": String(line.line) },
        h("p", { class: "claim" }, lineLink(line.line, column, actions.goTo), " ", coded(claim(component))),
        ...sentences.map((sentence) => h("p", {}, coded(sentence))),
        ...fixes,
        line.why === "" ? undefined : h("p", { class: "soft" }, `Why here: ${line.why}.`),
    );
}

/** What is known of a cause, besides its claim and its repairs. */
function facts({ diagnosis, component }: Cause): string[] {
    const sentences: string[] = [];
    const together = others(diagnosis, component);
    if (together !== undefined) {
        sentences.push(togetherWith(together, diagnosis));
    }
    const values = needs(component);
    if (values !== "") {
        sentences.push(`${capital(values)}.`);
    }
    const enough = parts(component);
    if (enough !== undefined) {
        sentences.push(`Changing only ${enough} would be enough.`);
    }
    if (component.macro !== null) {
        const place = component.macro.line === null ? "" : `, defined in ${lines([component.macro.line])}`;
        sentences.push(`This is a use of the macro \`${component.macro.name}\`${place}.`);
    }
    return sentences;
}

function togetherWith(places: string, { components }: Diagnosis): string {
    return `Together with ${places}: ${components.length === 2 ? "both" : "all of them"} have to change.`;
}

/** What a hover over a confirmed cause shows. */
export function causeHover(cause: Cause, report: LocalizeReport): HTMLElement {
    const { line, diagnosis, component } = cause;
    const of = report.ranking.filter(({ certified }) => certified).length;
    const shown = component.values.slice(0, MOST_VALUES);
    // The text that an output wrote has no value, although the output was reached.
    const unknown = component.kind === "output" ? "other text" : "not reached";
    const rows = shown.map(({ test, execution, was, needs: needed, range }) =>
        h(
            "tr",
            {},
            h("td", {}, test),
            h("td", {}, String(execution)),
            h("td", {}, was === null ? unknown : h("code", {}, was)),
            h("td", {}, h("code", {}, needed), range === null ? "" : range === "any" ? " (any other)" : ` (any ${range})`),
        ),
    );
    const head = ["Test", "Time", "Was", "Needs"].map((title) => h("th", { scope: "col" }, title));
    const table = rows.length === 0 ? undefined : h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
    const repairs = diagnosis.fixes.slice(0, MOST_FIXES).map((fix) => {
        const doubt = fix.doubtful ? ", but it is doubtful" : "";
        return h("p", {}, coded(`Repair: ${fixSentence(fix)} (${promise(report, diagnosis.group, fix)}${doubt}).`));
    });
    const together = others(diagnosis, component);
    return h(
        "div",
        {},
        h("p", {}, h("strong", {}, `Suspect ${line.rank} of ${of}. `), coded(`${capital(claim(component))}.`)),
        together === undefined ? undefined : h("p", {}, togetherWith(together, diagnosis)),
        table,
        ...repairs,
        line.why === "" ? undefined : h("p", { class: "soft" }, `Why here: ${line.why}.`),
        h("p", { class: "soft" }, certainty(cause)),
    );
}

function certainty({ diagnosis }: Cause): string {
    const how = diagnosis.certificate === "edit" ? "with the edit" : "with the needed values";
    return `Confirmed by running the failing tests ${how}.`;
}

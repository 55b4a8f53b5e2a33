// A repair: what it does, what holds then, its diff, and a button that makes it.

import type { Fix } from "../engine/reports";
import { changedLines, changesOf } from "../text/edits";
import { fixSentence } from "../text/claims";
import { capital } from "../text/words";
import { button, coded, h } from "./dom";

export interface FixActions {
    apply(fix: Fix): void;
}

export function diff(text: string, fix: Fix): HTMLElement {
    const lines = changedLines(text, changesOf(text, fix)).map(({ sign, number, text: line }) =>
        h(
            "span",
            { class: sign === "-" ? "gone" : "new" },
            h("span", { class: "number" }, String(number)),
            h("span", { class: "sign" }, sign === "-" ? "−" : "+"),
            line,
        ),
    );
    return h("pre", { class: "diff", role: "group", "aria-label": "Change of the program" }, ...lines);
}

/** `number` is the fix's, as on the command line; `promised` says what holds with it. */
export function fixView(text: string, fix: Fix, number: number, promised: string, actions: FixActions): HTMLElement {
    const trust = fix.doubtful
        ? h("p", { class: "doubt" }, "Doubtful: it passes the tests, but most repairs of which as much is known are wrong.")
        : fix.likely === true
          ? h("p", {}, "Likely: most repairs of which as much is known are right.")
          : undefined;
    const { nearby } = fix;
    const near =
        nearby === undefined
            ? undefined
            : `On ${nearby.as_before} of ${nearby.inputs} inputs near those of the tests, the program prints then what it prints now.`;
    return h(
        "div",
        { class: fix.doubtful ? "fix doubtful" : "fix" },
        h("p", {}, h("strong", {}, `Repair ${number}: `), coded(`${fixSentence(fix)} (${promised})`)),
        trust,
        diff(text, fix),
        fix.lesson === undefined ? undefined : h("p", {}, coded(`A common mistake: ${fix.lesson}.`)),
        near === undefined ? undefined : h("p", { class: "soft" }, near),
        button("Apply", () => actions.apply(fix), { "aria-label": `Apply repair ${number}: ${capital(fixSentence(fix))}` }),
    );
}

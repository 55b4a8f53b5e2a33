// The run of a failing test, statement by statement: a slider, the variables, and what was printed so far.

import type { RunStep, TraceReport } from "../engine/reports";
import type { Printed } from "../text/outputs";
import { oneLine } from "../text/words";
import { button, h } from "./dom";
import { shownValue } from "./values";

/** Longest text of a statement. */
const WIDTH = 80;

export class StepsView {
    readonly element: HTMLElement;
    readonly #report: TraceReport;
    readonly #outputs: readonly Printed[] | undefined;
    readonly #show: (step: RunStep) => void;
    readonly #slider: HTMLInputElement;
    readonly #place = h("p", { class: "step-place", "aria-live": "polite" });
    readonly #variables = h("tbody");
    readonly #output = h("pre", { class: "output", tabindex: "0", "aria-label": "Output so far" });
    readonly #back: HTMLButtonElement[];
    readonly #forth: HTMLButtonElement[];

    /** `show` marks a step in the editor. The report has at least one step. */
    constructor(report: TraceReport, outputs: readonly Printed[] | undefined, show: (step: RunStep) => void) {
        this.#report = report;
        this.#outputs = outputs;
        this.#show = show;
        const last = report.run.length - 1;
        this.#slider = h("input", { type: "range", min: "0", max: String(last), value: "0", "aria-label": "Step" });
        this.#slider.addEventListener("input", () => this.go(this.#at));
        const to = (label: string, name: string, target: () => number): HTMLButtonElement =>
            button(label, () => this.go(target()), { "aria-label": name });
        this.#back = [to("First", "First step", () => 0), to("Back", "Step back", () => this.#at - 1)];
        this.#forth = [to("Next", "Next step", () => this.#at + 1), to("Last", "Last step", () => last)];
        const head = ["Variable", "Value"].map((title) => h("th", { scope: "col" }, title));
        this.element = h(
            "div",
            { class: "steps" },
            report.run_before ? h("p", { class: "soft" }, "The run is long; these are its last steps.") : undefined,
            h("div", { class: "controls" }, ...this.#back, this.#slider, ...this.#forth),
            this.#place,
            h(
                "table",
                { class: "variables" },
                h("caption", {}, "Variables before this statement"),
                h("thead", {}, h("tr", {}, ...head)),
                this.#variables,
            ),
            h("h3", {}, "Output so far"),
            this.#output,
        );
    }

    get #at(): number {
        return Number(this.#slider.value);
    }

    /** Shows a step, by its number from 0. */
    go(target: number): void {
        const { run, failure } = this.#report;
        const last = run.length - 1;
        const at = Math.max(0, Math.min(target, last));
        const step = run[at];
        if (step === undefined) {
            return;
        }
        this.#slider.value = String(at);
        const text = oneLine(step.text, WIDTH);
        this.#slider.setAttribute("aria-valuetext", `step ${at + 1} of ${run.length}, line ${step.line}: ${text}`);
        for (const element of this.#back) {
            element.disabled = at === 0;
        }
        for (const element of this.#forth) {
            element.disabled = at === last;
        }
        const calls = step.depth > 1 ? `, ${step.depth - 1} ${step.depth === 2 ? "call" : "calls"} deep` : "";
        this.#place.replaceChildren(
            h("span", { class: "soft" }, `Step ${at + 1} of ${run.length}, line ${step.line} in ${step.function}${calls}`),
            h("code", {}, text),
            h("span", { class: "failure" }, at === last && failure !== null ? `Here the test fails: ${failure.message}` : ""),
        );
        this.#variables.replaceChildren(...rows(step));
        this.#output.replaceChildren(...this.#printed(at));
        this.#show(step);
    }

    #printed(at: number): (Node | string)[] {
        const printed = this.#outputs?.[at];
        if (printed === undefined) {
            return [h("span", { class: "soft" }, "not known for this run")];
        }
        if (printed.before === "" && printed.now === "") {
            return [h("span", { class: "soft" }, "nothing yet")];
        }
        const now = printed.now === "" ? "" : h("mark", { title: "printed by this statement" }, printed.now);
        return [printed.before, now];
    }
}

function rows(step: RunStep): HTMLElement[] {
    if (step.values.length === 0) {
        return [h("tr", {}, h("td", { colspan: "2", class: "soft" }, "none"))];
    }
    return step.values.map(({ name, value }) => {
        const isNew = step.changed.includes(name) && value !== "not set";
        const changed = isNew ? h("span", { class: "changed" }, "changed") : undefined;
        return h("tr", { class: isNew ? "new" : undefined }, h("th", { scope: "row" }, name, changed), h("td", {}, shownValue(value)));
    });
}

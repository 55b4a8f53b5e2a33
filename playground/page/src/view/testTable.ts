// The table of tests: what they give the program and expect of it, and after a run what came of it.

import type { TestResult } from "../engine/protocol";
import { type Program, type TestCase, freeName } from "../program";
import { button, coded, h } from "./dom";

/** What the page does when a button in the table is pressed. */
export interface TestActions {
    changed(): void;
    explain(test: string): void;
    step(test: string): void;
}

const WORDS = { pass: "passes", fail: "fails", unanalysable: "not decided", ignored: "ignored" } as const;
/** Most lines of a text area that grows with its text. */
const MOST_LINES = 8;
/** Most letters of an output that are shown. */
const MOST_LETTERS = 4000;

interface Row {
    row: HTMLTableRowElement;
    name: HTMLInputElement;
    stdin: HTMLTextAreaElement;
    stdout: HTMLTextAreaElement;
    result: HTMLElement;
}

export class TestTable {
    readonly #body: HTMLTableSectionElement;
    readonly #actions: TestActions;
    #rows: Row[] = [];

    constructor(body: HTMLTableSectionElement, add: HTMLButtonElement, actions: TestActions) {
        this.#body = body;
        this.#actions = actions;
        add.addEventListener("click", () => this.add("", "name"));
    }

    get tests(): TestCase[] {
        return this.#rows.map(({ name, stdin, stdout }) => ({ name: name.value, stdin: stdin.value, stdout: stdout.value }));
    }

    set tests(tests: Program["tests"]) {
        this.#rows = tests.map((test) => this.#row(test));
        this.#body.replaceChildren(...this.#rows.map(({ row }) => row));
        this.#label();
    }

    /** Adds a test with this input, and puts the cursor into one of its fields. */
    add(stdin: string, field: "name" | "stdout"): void {
        const added = this.#row({ name: freeName(this.tests), stdin, stdout: "" });
        this.#rows.push(added);
        this.#body.append(added.row);
        this.#label();
        added[field].focus();
        this.#actions.changed();
    }

    /** Shows what came of the tests. */
    show(results: readonly TestResult[]): void {
        for (const { name, row, result } of this.#rows) {
            const found = results.find(({ id }) => id === name.value);
            row.className = found?.outcome ?? "";
            result.replaceChildren(...(found === undefined ? ["not run"] : this.#result(found)));
        }
    }

    /** What is known is about another program. */
    forget(): void {
        this.show([]);
    }

    #result(found: TestResult): Node[] {
        const word = h("strong", { class: "outcome" }, WORDS[found.outcome]);
        const line = found.line === null ? "" : ` (line ${found.line})`;
        const reason = found.reason === null ? [] : [h("div", { class: "reason" }, coded(`${found.reason}${line}`))];
        const output = found.stdout.replace(/\n$/, "");
        // `expected "3", printed "2"` already shows an output of one line.
        const isTold = found.reason?.startsWith("expected ") === true && !output.includes("\n");
        const isOpen = found.outcome === "unanalysable" && output === "";
        const printed = isTold || isOpen ? [] : [printedText(output)];
        if (found.outcome !== "fail") {
            return [word, ...reason, ...printed];
        }
        const about = (label: string): Record<string, string> => ({ "aria-label": `${label}: test ${found.id}` });
        const why = "Why does it fail?";
        const steps = "Run step by step";
        const buttons = h(
            "div",
            { class: "buttons" },
            button(why, () => this.#actions.explain(found.id), about(why)),
            button(steps, () => this.#actions.step(found.id), about(steps)),
        );
        return [word, ...reason, ...printed, buttons];
    }

    #row(test: TestCase): Row {
        const name = h("input", { type: "text", value: test.name, spellcheck: "false", autocomplete: "off" });
        const area = (text: string): HTMLTextAreaElement => {
            const element = h("textarea", { rows: "1", spellcheck: "false", autocomplete: "off" }, text);
            const fit = (): void => {
                element.rows = Math.min(element.value.split("\n").length, MOST_LINES);
            };
            fit();
            element.addEventListener("input", fit);
            return element;
        };
        const [stdin, stdout] = [area(test.stdin), area(test.stdout)];
        const result = h("div", { class: "result" }, "not run");
        const remove = button("Remove", () => this.#remove(row), { class: "quiet" });
        // The roles stay when a narrow screen shows each row as a block.
        const cell = (label: string, child: Node): HTMLTableCellElement =>
            h("td", { role: "cell", "data-label": label }, child);
        const row = h(
            "tr",
            { role: "row" },
            cell("Name", name),
            cell("Input", stdin),
            cell("Expected output", stdout),
            cell("Result", result),
            cell("", remove),
        );
        row.addEventListener("input", () => this.#actions.changed());
        name.addEventListener("change", () => this.#rename(name));
        return { row, name, stdin, stdout, result };
    }

    #remove(row: HTMLTableRowElement): void {
        const at = this.#rows.findIndex((known) => known.row === row);
        this.#rows.splice(at, 1);
        row.remove();
        this.#label();
        const next = this.#rows[Math.min(at, this.#rows.length - 1)];
        (next?.name ?? document.getElementById("add-test"))?.focus();
        this.#actions.changed();
    }

    /** Tests are told apart by their names, so each has one of its own. */
    #rename(name: HTMLInputElement): void {
        const others = this.#rows.filter((row) => row.name !== name).map((row) => ({ name: row.name.value }));
        if (name.value.trim() === "" || others.some((other) => other.name === name.value)) {
            name.value = freeName(others);
        }
        this.#label();
    }

    #label(): void {
        for (const { row, name, stdin, stdout } of this.#rows) {
            name.setAttribute("aria-label", `Name of test ${name.value}`);
            stdin.setAttribute("aria-label", `Input of test ${name.value}`);
            stdout.setAttribute("aria-label", `Expected output of test ${name.value}`);
            row.querySelector("button.quiet")?.setAttribute("aria-label", `Remove test ${name.value}`);
        }
    }
}

function printedText(output: string): HTMLElement {
    if (output === "") {
        return h("div", { class: "soft" }, "printed nothing");
    }
    const isShort = !output.includes("\n");
    const cut = output.length > MOST_LETTERS ? `${output.slice(0, MOST_LETTERS)}…` : output;
    const text = h(isShort ? "code" : "pre", {}, cut);
    return h("div", {}, h("span", { class: "soft" }, isShort ? "printed " : "printed"), text);
}

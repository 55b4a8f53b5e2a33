// The page: it puts the parts together, and knows which results are about the present program.

import { Editor } from "./editor/editor";
import { Engine } from "./engine/engine";
import { job, jobOn } from "./engine/job";
import { Partial } from "./engine/partial";
import type { Fix, LocalizeReport, Problem } from "./engine/reports";
import type { Program } from "./program";
import { marksOf, problemMarks } from "./results";
import { Sources } from "./sources";
import { changesOf } from "./text/edits";
import { marked, outputs } from "./text/outputs";
import { ending, soFar, testsEnded } from "./text/verdict";
import { BY_USER, Tasks, describe } from "./tasks";
import { causesView } from "./view/causes";
import { Detail } from "./view/detail";
import { byId } from "./view/dom";
import { notes, overview, problemsView } from "./view/notes";
import { StepsView } from "./view/steps";
import { storyView } from "./view/story";
import { TestTable } from "./view/testTable";

/** What a search has found, and the program that it is about. */
interface Found {
    report: LocalizeReport;
    text: string;
    /** Whether the search has ended by itself. */
    isWhole: boolean;
}

export class Page {
    readonly #engine = new Engine();
    readonly #results = byId("results", HTMLElement);
    readonly #introduction = [...this.#results.childNodes];
    readonly #tasks = new Tasks();
    readonly #detail = new Detail(() => this.#editor.showStep(null));
    readonly #table = new TestTable(byId("test-rows", HTMLTableSectionElement), byId("add-test", HTMLButtonElement), {
        changed: () => this.#changed(),
        explain: (test) => void this.#explain(test),
        step: (test) => void this.#step(test),
    });
    readonly #editor = new Editor(byId("editor", HTMLElement), () => this.#changed());
    readonly #sources = new Sources(
        () => this.#program,
        (source) => this.#load(source),
        (message) => this.#tasks.say(message),
    );
    /** What the results are about; undefined once the program or its tests have changed. */
    #found: Found | undefined;
    readonly #isEmbedded = new URLSearchParams(location.search).has("embed");

    async start(): Promise<void> {
        document.documentElement.classList.toggle("embedded", this.#isEmbedded);
        byId("open", HTMLAnchorElement).hidden = !this.#isEmbedded;
        byId("localize", HTMLButtonElement).addEventListener("click", () => void this.#localize());
        byId("run-tests", HTMLButtonElement).addEventListener("click", () => void this.#runTests());
        document.addEventListener("keydown", (event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                void this.#localize();
            }
        });
        await this.#sources.start();
        // Several programs in a lesson need the engine only if somebody runs one.
        if (!this.#isEmbedded) {
            this.#engine.load().catch((error: unknown) => this.#tasks.say(describe(error)));
        }
    }

    get #program(): Program {
        return { text: this.#editor.text, tests: this.#table.tests };
    }

    #load(source: Program): void {
        this.#tasks.drop();
        this.#detail.close();
        this.#found = undefined;
        this.#editor.text = source.text;
        this.#table.tests = source.tests;
        this.#editor.mark([]);
        this.#results.classList.remove("stale");
        this.#results.replaceChildren(...this.#introduction);
        this.#tasks.say("Ready.");
    }

    /** Nothing old is ever shown as new. */
    #changed(): void {
        this.#sources.changed();
        this.#tasks.drop();
        this.#table.forget();
        this.#detail.setStale();
        if (this.#found !== undefined) {
            this.#found = undefined;
            this.#results.classList.add("stale");
            for (const element of this.#results.querySelectorAll<HTMLButtonElement>(".fix button")) {
                element.disabled = true;
            }
            this.#tasks.say("The program has changed since. Localize again.");
        }
    }

    async #localize(): Promise<void> {
        const program = this.#program;
        await this.#tasks.run(program, "Running the tests …", async (signal, started) => {
            this.#detail.close();
            this.#found = undefined;
            performance.mark("faultlens:begin");
            await this.#loaded();
            const partial = new Partial();
            const elapsed = (): number => performance.now() - started;
            const search = this.#engine.run(job("localize", program), signal, (event) => {
                if (!signal.aborted && partial.note(event)) {
                    const report = partial.report(elapsed());
                    this.#tasks.say(soFar(report));
                    this.#showResults({ report, text: program.text, isWhole: false });
                    performance.mark(`faultlens:${Object.keys(event)[0] ?? ""}`);
                }
            });
            const tests = this.#engine.run(job("test", program), signal).then(({ tests: all }) => this.#table.show(all));
            // The search says what is wrong; if the tests cannot be run, neither can it.
            tests.catch(() => undefined);
            try {
                const report = await search;
                this.#showResults({ report, text: program.text, isWhole: true });
                this.#editor.reveal(report.ranking[0]?.line ?? 1);
                performance.mark("faultlens:end");
                await tests;
                return ending(report);
            } catch (error) {
                if (signal.reason === BY_USER) {
                    return ending(partial.report(elapsed()), true);
                }
                throw error;
            }
        });
    }

    async #runTests(): Promise<void> {
        const program = this.#program;
        await this.#tasks.run(program, "Running the tests …", async (signal) => {
            await this.#loaded();
            const report = await this.#engine.run(job("test", program), signal);
            this.#table.show(report.tests);
            if (this.#found === undefined) {
                this.#showProblems(report.problems, program.text);
            }
            return testsEnded(report);
        });
    }

    async #explain(test: string): Promise<void> {
        const program = this.#program;
        await this.#tasks.aside(`Looking for how test ${test} fails …`, async (signal) => {
            const report = await this.#engine.run(jobOn("explain", program, test, this.#whole), signal);
            this.#detail.show(`How test ${test} fails`, storyView(report, this.#goTo));
            return `This is how test ${test} fails.`;
        });
    }

    async #step(test: string): Promise<void> {
        const program = this.#program;
        await this.#tasks.aside(`Running test ${test} step by step …`, async (signal) => {
            const report = await this.#engine.run(jobOn("trace", program, test), signal);
            if (report.run.length === 0) {
                return `There is no run to show: ${report.reason ?? "the test does not fail"}.`;
            }
            const withMarks = report.run_before ? undefined : marked(program.text, report.run);
            const stdout = async (text: string): Promise<string> => {
                const tests = program.tests.filter(({ name }) => name === test);
                return (await this.#engine.run(job("test", { text, tests }), signal)).tests[0]?.stdout ?? "";
            };
            const printed =
                withMarks === undefined
                    ? undefined
                    : outputs(report.run, await stdout(program.text), await stdout(withMarks));
            const view = new StepsView(report, printed, (step) => this.#isShown(program) && this.#editor.showStep(step));
            this.#detail.show(`Run of test ${test}, step by step`, [view.element]);
            view.go(0);
            return `The run of test ${test} has ${report.run.length} steps.`;
        });
    }

    async #loaded(): Promise<void> {
        if (!this.#engine.isLoaded) {
            this.#tasks.say("Loading the engine (some megabytes, once) …");
            await this.#engine.load();
            this.#tasks.say("Running the tests …");
        }
    }

    /** The report of a finished search in the present program. */
    get #whole(): LocalizeReport | undefined {
        return this.#found?.isWhole === true ? this.#found.report : undefined;
    }

    #isShown(program: Program): boolean {
        return program.text === this.#editor.text;
    }

    #showResults(found: Found): void {
        const { report, text } = found;
        this.#found = found;
        this.#results.classList.remove("stale");
        const actions = {
            goTo: this.#goTo,
            apply: (fix: Fix) => this.#apply(fix),
            addTest: (stdin: string) => this.#table.add(stdin, "stdout"),
        };
        this.#results.replaceChildren(
            ...problemsView(report.problems, this.#goTo),
            ...overview(report),
            ...causesView(report, text, actions),
            ...notes(report, text, actions),
        );
        this.#editor.mark(marksOf(report, text));
    }

    #showProblems(problems: readonly Problem[], text: string): void {
        if (problems.length > 0) {
            this.#results.replaceChildren(...problemsView(problems, this.#goTo));
            this.#editor.mark(problemMarks(problems, text));
        }
    }

    #apply(fix: Fix): void {
        const found = this.#found;
        if (found === undefined) {
            return;
        }
        this.#editor.apply(changesOf(found.text, fix));
        this.#editor.goTo(fix.line, fix.column);
        void this.#runTests();
    }

    readonly #goTo = (line: number, column: number): void => this.#editor.goTo(line, column);
}

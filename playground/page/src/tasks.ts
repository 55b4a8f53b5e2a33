// What the page is doing: one task at a time, with its status line, clock and stop button; and beside it a short one
// about a single test, which does not interrupt a search.

import { Stopped } from "./engine/engine";
import type { Program } from "./program";
import { duration } from "./text/words";
import { byId, coded } from "./view/dom";

/** The reason of a signal if the user stopped the task; what was found until then is shown. */
export const BY_USER = "by the user";

export class Tasks {
    readonly #status = byId("status", HTMLElement);
    readonly #clock = byId("clock", HTMLElement);
    readonly #stop = byId("stop", HTMLButtonElement);
    #current: AbortController | undefined;
    #aside: AbortController | undefined;
    #message = "";

    constructor() {
        this.#stop.addEventListener("click", () => this.#current?.abort(BY_USER));
    }

    say(message: string): void {
        // A live region that gets the same text again would be read again.
        if (this.#message !== message) {
            this.#message = message;
            this.#status.replaceChildren(coded(message));
        }
    }

    /** Ends all tasks without a word: what they were about is no longer there. */
    drop(): void {
        this.#current?.abort();
        this.#aside?.abort();
    }

    /** Does something short; it says what it does unless there is a search, whose news are more important. */
    async aside(beginning: string, work: (signal: AbortSignal) => Promise<string>): Promise<void> {
        this.#aside?.abort();
        const own = new AbortController();
        this.#aside = own;
        const say = (message: string): void => {
            if (this.#current === undefined && !own.signal.aborted) {
                this.say(message);
            }
        };
        say(beginning);
        say(await work(own.signal).catch(describe));
    }

    /**
     * Does something with a program; what it returns is the status at the end. A task before it is stopped, and says
     * nothing any more.
     */
    async run(
        program: Program,
        beginning: string,
        work: (signal: AbortSignal, started: number) => Promise<string>,
    ): Promise<void> {
        this.drop();
        if (program.tests.length === 0) {
            this.say("There is no test. Add one: an input and what the program should print for it.");
            return;
        }
        const own = new AbortController();
        this.#current = own;
        this.say(beginning);
        this.#stop.disabled = false;
        const started = performance.now();
        const tick = setInterval(() => {
            this.#clock.textContent = duration(performance.now() - started);
        }, 100);
        const end = await work(own.signal, started).catch((error: unknown) =>
            error instanceof Stopped ? undefined : describe(error),
        );
        clearInterval(tick);
        if (this.#current !== own) {
            return;
        }
        this.#current = undefined;
        this.#clock.textContent = "";
        this.#stop.disabled = true;
        if (end !== undefined) {
            this.say(end);
        } else if (this.#message === beginning) {
            this.say("Stopped.");
        }
    }
}

/** An error as a sentence. */
export function describe(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    return `This did not work: ${message}.`;
}

// Where the program comes from: an example, a link, or the user; and where it goes to: a link.

import { type Example, exampleNamed, examples } from "./examples";
import type { Program } from "./program";
import { decode, encode, exampleLink, programLink, readLink } from "./text/share";
import { byId, h } from "./view/dom";

/** The value of the choice of examples that stands for the user's own program. */
const OWN = "";

export class Sources {
    readonly #select = byId("example", HTMLSelectElement);
    readonly #ownOption = h("option", { value: OWN, disabled: true }, "Your program");
    readonly #current: () => Program;
    readonly #load: (program: Program) => void;
    readonly #say: (message: string) => void;
    /** The user's program, kept while an example is shown. */
    #own: Program | undefined;
    #isOwn = false;
    #isLoading = false;

    constructor(current: () => Program, load: (program: Program) => void, say: (message: string) => void) {
        this.#current = current;
        this.#load = load;
        this.#say = say;
        const options = examples.map(({ name, title }) => h("option", { value: name }, title));
        this.#select.append(...options, this.#ownOption);
        this.#select.addEventListener("change", () => this.#choose(this.#select.value));
        byId("copy-link", HTMLButtonElement).addEventListener("click", () => void this.#copy());
        byId("open", HTMLAnchorElement).addEventListener("click", (event) => {
            event.preventDefault();
            void this.#link().then((link) => window.open(link, "_blank", "noopener"));
        });
        window.addEventListener("hashchange", () => void this.start());
    }

    /** Loads what the address names, or else the first example. */
    async start(): Promise<void> {
        const link = readLink(location.hash);
        const [first] = examples;
        if (link?.kind === "program") {
            const program = await decode(link.data);
            if (program !== undefined) {
                this.#show(program, OWN);
                return;
            }
        }
        const example = link?.kind === "example" ? exampleNamed(link.name) : undefined;
        const shown = example ?? first;
        if (shown !== undefined) {
            this.#show(shown, shown.name);
        }
        if (link !== undefined && example === undefined) {
            this.#say("The link is damaged or names an unknown example; this is another one.");
        }
    }

    /** The user has changed the program. */
    changed(): void {
        if (!this.#isLoading) {
            this.#mark(OWN);
        }
    }

    #choose(name: string): void {
        if (name === OWN) {
            if (this.#own !== undefined) {
                this.#show(this.#own, OWN);
            }
            return;
        }
        const example: Example | undefined = exampleNamed(name);
        if (example === undefined) {
            return;
        }
        if (this.#isOwn) {
            this.#own = this.#current();
        }
        this.#show(example, name);
        history.replaceState(null, "", exampleLink(name));
    }

    #show(program: Program, name: string): void {
        this.#isLoading = true;
        this.#load(program);
        this.#isLoading = false;
        this.#mark(name);
    }

    #mark(name: string): void {
        this.#isOwn = name === OWN;
        if (this.#isOwn) {
            this.#ownOption.disabled = false;
        }
        this.#select.value = name;
    }

    async #copy(): Promise<void> {
        const link = await this.#link();
        history.replaceState(null, "", new URL(link).hash);
        try {
            await navigator.clipboard.writeText(link);
            this.#say(`The link is copied. It contains the program and its tests (${link.length} characters).`);
        } catch {
            this.#say("The link is in the address bar; the browser did not let the page copy it.");
        }
    }

    /** A link to this page with the program, without the query that makes it a part of another page. */
    async #link(): Promise<string> {
        const link = new URL(location.pathname, location.href);
        link.hash = programLink(await encode(this.#current()));
        return link.href;
    }
}

// The panel above the results that tells about one test: its story, or its run.

import { button, byId, h } from "./dom";

export class Detail {
    readonly #panel = byId("detail", HTMLElement);
    readonly #onClose: () => void;
    /** Where the focus returns to. */
    #opener: Element | null = null;

    constructor(onClose: () => void) {
        this.#onClose = onClose;
        this.#panel.addEventListener("keydown", (event) => {
            if (event.key === "Escape") {
                this.#dismiss();
            }
        });
    }

    show(title: string, content: readonly Node[]): void {
        const heading = h("h2", { id: "detail-title" }, title);
        const close = button("Close", () => this.#dismiss(), { class: "quiet" });
        const stale = h("p", { class: "stale-note" }, "The program has changed since.");
        this.#opener = document.activeElement;
        this.#onClose();
        this.#panel.classList.remove("stale");
        this.#panel.replaceChildren(h("div", { class: "head" }, heading, close), stale, ...content);
        this.#panel.setAttribute("aria-labelledby", "detail-title");
        this.#panel.hidden = false;
        this.#panel.focus();
        this.#panel.scrollIntoView({ block: "nearest" });
    }

    setStale(): void {
        this.#panel.classList.add("stale");
    }

    close(): void {
        if (!this.#panel.hidden) {
            this.#panel.hidden = true;
            this.#panel.replaceChildren();
            this.#onClose();
        }
    }

    /** Closes at the wish of the user, who goes on where the panel was opened. */
    #dismiss(): void {
        this.close();
        if (this.#opener instanceof HTMLElement && this.#opener.isConnected) {
            this.#opener.focus();
        }
    }
}

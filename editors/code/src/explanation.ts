// The window beside the text that tells how a test fails. It follows the server: when another explanation
// is known for the document it shows that one, and when the text has changed it says that it is about an
// older one. Nothing old is ever shown as new.

import * as vscode from "vscode";
import { markdownUri, setDocument, showMarkdown } from "./documents";
import type { StatusParams } from "./protocol";

const NAME = "explanation";
const STALE = "> **stale:** the text has changed since. Explain or localize again to see what holds now.";

/** What the window shows. */
export interface Shown {
    /** The document that it is about. */
    uri: string;
    /** Its version when the explanation came; `undefined` once it is stale. */
    version: number | undefined;
    /** The test, where the server has told it. */
    test: string | undefined;
    text: string;
}

/** What to do with the window when the server tells the state of a document. */
export function onNews(shown: Shown, status: StatusParams): "keep" | "mark stale" | "ask again" {
    if (status.uri !== shown.uri || status.version === null) {
        return "keep";
    }
    const test = status.explained ?? undefined;
    if (test !== undefined) {
        const same = status.version === shown.version && (test === shown.test || shown.test === undefined);
        return same ? "keep" : "ask again";
    }
    return shown.version !== undefined && status.version > shown.version ? "mark stale" : "keep";
}

/** The text of the window. */
export function render(shown: Shown): string {
    return shown.version === undefined ? `${STALE}\n\n${shown.text}` : shown.text;
}

export class ExplanationView {
    readonly #uri = markdownUri(NAME);
    readonly #ask: (uri: string) => Promise<unknown>;
    #shown: Shown | undefined;

    /** `ask` gets the explanation that the server has for a document. */
    constructor(ask: (uri: string) => Promise<unknown>) {
        this.#ask = ask;
    }

    /** Shows what the server answered about a document, beside the text. */
    async show(uri: string, answer: unknown): Promise<void> {
        if (typeof answer !== "string") {
            return;
        }
        await showMarkdown(NAME, this.#put(uri, undefined, answer));
    }

    async onStatus(status: StatusParams): Promise<void> {
        const shown = this.#shown;
        if (shown === undefined) {
            return;
        }
        switch (onNews(shown, status)) {
            case "keep":
                if (shown.version === status.version && status.uri === shown.uri) {
                    shown.test ??= status.explained ?? undefined;
                }
                break;
            case "mark stale":
                shown.version = undefined;
                setDocument(this.#uri, render(shown));
                break;
            case "ask again": {
                const answer = await this.#ask(shown.uri);
                if (typeof answer === "string" && this.#shown === shown) {
                    this.#put(shown.uri, status.explained ?? undefined, answer);
                }
                break;
            }
        }
    }

    #put(uri: string, test: string | undefined, text: string): string {
        const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
        this.#shown = { uri, version: document?.version, test, text };
        const shown = render(this.#shown);
        setDocument(this.#uri, shown);
        return shown;
    }
}

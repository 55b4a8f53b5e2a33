// The editor: CodeMirror with C, the marks, and as little else as a short program needs.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import type { Change } from "../text/edits";
import { offsetOf } from "../text/offsets";
import { type Mark, marking, setMarks, setStep } from "./marks";
import { theme } from "./theme";

export class Editor {
    readonly #view: EditorView;

    /** `onChange` is called after every change of the text, by the user or by the page. */
    constructor(parent: HTMLElement, onChange: () => void) {
        this.#view = new EditorView({
            parent,
            extensions: [
                lineNumbers(),
                history(),
                drawSelection(),
                bracketMatching(),
                indentOnInput(),
                indentUnit.of("    "),
                EditorState.tabSize.of(4),
                cpp(),
                theme,
                marking,
                keymap.of([...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), ...historyKeymap, indentWithTab]),
                EditorView.contentAttributes.of({ "aria-label": "C program", "aria-describedby": "editor-hint" }),
                EditorView.updateListener.of(({ docChanged }) => {
                    if (docChanged) {
                        onChange();
                    }
                }),
            ],
        });
    }

    get text(): string {
        return this.#view.state.doc.toString();
    }

    /** Replaces the whole text; this can be undone. */
    set text(insert: string) {
        const to = this.#view.state.doc.length;
        this.#view.dispatch({ changes: { from: 0, to, insert }, selection: { anchor: 0 }, scrollIntoView: true });
    }

    apply(changes: readonly Change[]): void {
        this.#view.dispatch({ changes: [...changes], userEvent: "input.fix" });
    }

    mark(marks: readonly Mark[]): void {
        this.#view.dispatch({ effects: setMarks.of(marks) });
    }

    /** Marks the statement of a step and brings it into sight within the editor; null ends that. */
    showStep(place: { line: number; column: number; end_line: number; end_column: number } | null): void {
        if (place === null) {
            this.#view.dispatch({ effects: setStep.of(null) });
            return;
        }
        const from = offsetOf(this.text, place.line, place.column);
        const to = offsetOf(this.text, place.end_line, place.end_column);
        this.#view.dispatch({ effects: [setStep.of({ from, to })] });
        this.#scrollTo(from);
    }

    /** Brings a line into sight within the editor. */
    reveal(line: number): void {
        this.#scrollTo(offsetOf(this.text, line, 1));
    }

    /** Puts the cursor to a place and the focus into the editor. */
    goTo(line: number, column: number): void {
        const anchor = offsetOf(this.text, line, column);
        this.#view.dispatch({ selection: { anchor } });
        this.#scrollTo(anchor);
        this.#view.focus();
    }

    /** Scrolls the editor alone: CodeMirror's own scrolling would move the page as well. */
    #scrollTo(position: number): void {
        const { scrollDOM } = this.#view;
        const block = this.#view.lineBlockAt(position);
        const isVisible = block.top >= scrollDOM.scrollTop && block.bottom <= scrollDOM.scrollTop + scrollDOM.clientHeight;
        if (!isVisible) {
            scrollDOM.scrollTop = Math.max(0, block.top - scrollDOM.clientHeight / 2);
        }
    }
}

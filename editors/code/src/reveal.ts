// Brings what was asked for into sight: a cause that was selected, and the first one that a search has found. The view
// scrolls only if none of its lines can be seen. The cursor goes to a cause that was selected, so that what is done next
// (a fix, a mark) is about that; when a search ends it stays where it is.

import * as vscode from "vscode";
import { type StatusParams, serverCommands } from "./protocol";

export class SetReveal {
    /** The documents for which somebody waits, and what was in sight then. */
    readonly #waiting = new Map<string, string>();

    /** A command of the server was executed; `answer` is what it returned. */
    onAnswer(command: string, uri: string | undefined, answer: unknown): void {
        switch (command) {
            case serverCommands.nextSet:
            case serverCommands.previousSet:
            case serverCommands.selectSet:
                reveal(answer as Partial<StatusParams> | null | undefined, true);
                break;
            case serverCommands.localize: {
                const editor = vscode.window.activeTextEditor;
                if (editor !== undefined && uri !== undefined && isOf(editor, uri)) {
                    this.#waiting.set(editor.document.uri.toString(), inSight(editor));
                }
                break;
            }
        }
    }

    onStatus(status: StatusParams): void {
        const key = vscode.Uri.parse(status.uri).toString();
        const before = this.#waiting.get(key);
        // The first set that is found is as good as any: later ones do not scroll again.
        const found = status.set !== null && !status.stale;
        if (before === undefined || !(found || status.state === "idle")) {
            return;
        }
        this.#waiting.delete(key);
        const editor = vscode.window.activeTextEditor;
        // Who has scrolled meanwhile looks at something else.
        if (editor !== undefined && found && isOf(editor, status.uri) && inSight(editor) === before) {
            reveal(status, false);
        }
    }

    clear(): void {
        this.#waiting.clear();
    }
}

function isOf(editor: vscode.TextEditor, uri: string): boolean {
    return editor.document.uri.toString() === vscode.Uri.parse(uri).toString();
}

function inSight(editor: vscode.TextEditor): string {
    return editor.visibleRanges.map(({ start, end }) => `${start.line}-${end.line}`).join();
}

function reveal(status: Partial<StatusParams> | null | undefined, withCursor: boolean): void {
    const editor = vscode.window.activeTextEditor;
    const lines = status?.setLines;
    const first = lines?.[0];
    if (editor === undefined || lines === undefined || first === undefined) {
        return;
    }
    if (withCursor && status?.uri !== undefined && isOf(editor, status.uri)) {
        const start = editor.document.lineAt(first).firstNonWhitespaceCharacterIndex;
        editor.selection = new vscode.Selection(first, start, first, start);
    }
    const visible = lines.some((line) =>
        editor.visibleRanges.some((range) => range.start.line <= line && line <= range.end.line),
    );
    if (!visible) {
        editor.revealRange(new vscode.Range(first, 0, first, 0), vscode.TextEditorRevealType.InCenter);
    }
}

// The program that the user works on: the C file in front, or the last one that was while something else is looked at, such
// as a test, an explanation or the walkthrough.

import * as vscode from "vscode";

export class CurrentFile implements vscode.Disposable {
    readonly #changed = new vscode.EventEmitter<vscode.Uri | undefined>();
    readonly onDidChange = this.#changed.event;
    readonly #subscriptions: vscode.Disposable[];
    #uri: vscode.Uri | undefined;

    constructor() {
        this.#subscriptions = [
            this.#changed,
            vscode.window.onDidChangeActiveTextEditor((editor) => this.#take(editor)),
            vscode.workspace.onDidCloseTextDocument(({ uri }) => {
                if (uri.toString() === this.#uri?.toString()) {
                    this.#set(undefined);
                }
            }),
        ];
        this.#take(vscode.window.activeTextEditor);
    }

    get uri(): vscode.Uri | undefined {
        return this.#uri;
    }

    dispose(): void {
        for (const subscription of this.#subscriptions) {
            subscription.dispose();
        }
    }

    #take(editor: vscode.TextEditor | undefined): void {
        const document = editor?.document;
        if (document?.languageId === "c" && document.uri.scheme === "file") {
            this.#set(document.uri);
        }
    }

    #set(uri: vscode.Uri | undefined): void {
        if (uri?.toString() !== this.#uri?.toString()) {
            this.#uri = uri;
            this.#changed.fire(uri);
        }
    }
}

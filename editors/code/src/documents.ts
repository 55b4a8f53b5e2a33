// Read-only documents that show what the server returned, so that closing one asks nothing.

import * as vscode from "vscode";

export const SCHEME = "faultlens";
const contents = new Map<string, string>();
const changed = new vscode.EventEmitter<vscode.Uri>();

export function registerDocuments(): vscode.Disposable[] {
    return [
        vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
            onDidChange: changed.event,
            provideTextDocumentContent: (uri) => contents.get(uri.toString()) ?? "",
        }),
        vscode.workspace.onDidCloseTextDocument(({ uri, languageId }) => {
            // A preview of Markdown outlives the document that it shows, and reads it again when it likes.
            if (languageId !== "markdown") {
                contents.delete(uri.toString());
            }
        }),
        changed,
    ];
}

/** Sets what a document says; where it is shown, it changes. */
export function setDocument(uri: vscode.Uri, text: string): void {
    contents.set(uri.toString(), text);
    changed.fire(uri);
}

/** The document that `showMarkdown` shows under that name. */
export function markdownUri(name: string): vscode.Uri {
    return vscode.Uri.from({ scheme: SCHEME, path: `FaultLens ${name}.md` });
}

/** Shows a text in Markdown beside the code. */
export async function showMarkdown(name: string, text: unknown): Promise<void> {
    if (typeof text !== "string") {
        return;
    }
    const uri = markdownUri(name);
    setDocument(uri, text);
    // The preview reads the document again only while it is open.
    await vscode.workspace.openTextDocument(uri);
    await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
}

/** Shows a value as JSON; a document of that name that is open already shows the new value. */
export async function showJson(name: string, value: unknown): Promise<void> {
    if (value === null || value === undefined) {
        void vscode.window.showInformationMessage("FaultLens: nothing to show yet; localize first.");
        return;
    }
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `FaultLens ${name}.json` });
    setDocument(uri, `${JSON.stringify(value, null, 2)}\n`);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
}

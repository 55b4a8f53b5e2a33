// Read-only documents that show what the server returned, so that closing one asks nothing.

import * as vscode from "vscode";

const SCHEME = "faultlens";
const contents = new Map<string, string>();
const changed = new vscode.EventEmitter<vscode.Uri>();

export function registerDocuments(): vscode.Disposable[] {
    return [
        vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
            onDidChange: changed.event,
            provideTextDocumentContent: (uri) => contents.get(uri.toString()) ?? "",
        }),
        vscode.workspace.onDidCloseTextDocument((document) => {
            contents.delete(document.uri.toString());
        }),
        changed,
    ];
}

/** Shows a value as JSON; a document of that name that is open already shows the new value. */
export async function showJson(name: string, value: unknown): Promise<void> {
    if (value === null || value === undefined) {
        void vscode.window.showInformationMessage("FaultLens: nothing to show yet; localize first.");
        return;
    }
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `FaultLens ${name}.json` });
    contents.set(uri.toString(), `${JSON.stringify(value, null, 2)}\n`);
    changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
}

/** Shows Markdown beside the text, as a preview. */
export async function showMarkdown(text: unknown): Promise<void> {
    if (typeof text !== "string") {
        return;
    }
    const uri = vscode.Uri.from({ scheme: SCHEME, path: "FaultLens explanation.md" });
    contents.set(uri.toString(), text);
    changed.fire(uri);
    // The preview reads the document again only while it is open.
    await vscode.workspace.openTextDocument(uri);
    await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
}

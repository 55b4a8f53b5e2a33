// A small program with failing tests to try things on: a copy of the one in the extension, fresh each time.

import * as vscode from "vscode";

/** Opens the example beside what is in front, where the walkthrough may be. */
export async function openExample(context: vscode.ExtensionContext): Promise<void> {
    const copy = vscode.Uri.joinPath(context.globalStorageUri, "example");
    await vscode.workspace.fs.copy(vscode.Uri.joinPath(context.extensionUri, "example"), copy, { overwrite: true });
    const program = vscode.Uri.joinPath(copy, "days.c");
    await vscode.window.showTextDocument(program, { preview: false, viewColumn: vscode.ViewColumn.Beside });
}

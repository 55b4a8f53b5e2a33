// *Debug This Test*: writes down how the test is run under a debugger, and starts that if there is one.

import { mkdir, writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import { type Debugger, launchOf, withEntry } from "./launch";
import { type TestReport, serverCommands } from "./protocol";

/** The extensions that bring debuggers, the one that is asked first in front. */
const DEBUGGERS: readonly [extension: string, kind: Debugger][] = [
    ["ms-vscode.cpptools", "cppdbg"],
    ["vadimcn.vscode-lldb", "lldb"],
];

/**
 * @param execute executes a command of the server for a document
 * @param id the test; without one the first that fails is meant, else the first
 */
export async function debugTest(
    execute: (command: string, uri: vscode.Uri) => Promise<unknown>,
    uri: vscode.Uri,
    id: string | undefined,
): Promise<void> {
    const report = (await execute(serverCommands.listTests, uri)) as TestReport | null;
    const tests = report?.tests ?? [];
    const test = tests.find((known) => (id === undefined ? known.outcome === "fail" : known.id === id)) ?? tests[0];
    if (report === null || test === undefined) {
        void vscode.window.showInformationMessage("FaultLens: there is no test to debug.");
        return;
    }
    const project = vscode.workspace.getWorkspaceFolder(uri);
    if (project === undefined) {
        void vscode.window.showInformationMessage(
            "FaultLens: to debug a test, open the folder of the program (File, Open Folder): the launch configuration is written there.",
        );
        return;
    }
    const installed = DEBUGGERS.find(([extension]) => vscode.extensions.getExtension(extension) !== undefined);
    const launch = launchOf(project.uri.fsPath, uri.fsPath, report.build, test, installed?.[1] ?? "cppdbg");
    await mkdir(launch.folder, { recursive: true });
    if (launch.input !== undefined) {
        await writeFile(launch.input.path, launch.input.text);
    }
    await put(project, "tasks", "tasks", launch.task, "label");
    await put(project, "launch", "configurations", launch.configuration, "name");
    if (installed !== undefined) {
        await vscode.debug.startDebugging(project, launch.configuration.name);
        return;
    }
    const file = vscode.Uri.joinPath(project.uri, ".vscode", "launch.json");
    await vscode.window.showTextDocument(file, { preview: false });
    void vscode.window.showInformationMessage(
        `FaultLens: “${launch.configuration.name}” is in launch.json. To start it, install the extension “C/C++” (or “CodeLLDB”) and press F5.`,
    );
}

/** Puts an entry into a list of a file in `.vscode`. */
async function put<T extends Record<string, unknown>>(
    project: vscode.WorkspaceFolder,
    file: string,
    list: string,
    entry: T,
    name: keyof T & string,
): Promise<void> {
    const configuration = vscode.workspace.getConfiguration(file, project.uri);
    const known = configuration.inspect<T[]>(list)?.workspaceFolderValue ?? [];
    await configuration.update(list, withEntry(known, entry, name), vscode.ConfigurationTarget.WorkspaceFolder);
}

// What the command palette offers. The server's own commands have other names, because the language
// client registers those by itself (for lenses and code actions, which bring their arguments along).

import * as vscode from "vscode";
import { showJson, showMarkdown } from "./documents";
import type { ExplanationView } from "./explanation";
import type { RunView } from "./runView";
import { debugTest } from "./debugTest";
import { type TestReport, serverCommands } from "./protocol";
import { target } from "./testExplorer";

export const clientCommands = {
    localize: "faultlens.editor.localize",
    cancel: "faultlens.editor.cancel",
    nextSet: "faultlens.editor.nextSet",
    previousSet: "faultlens.editor.previousSet",
    goToSet: "faultlens.editor.goToSet",
    markCorrect: "faultlens.editor.markCorrect",
    markSuspect: "faultlens.editor.markSuspect",
    clearMarks: "faultlens.editor.clearMarks",
    explain: "faultlens.editor.explain",
    runTests: "faultlens.editor.runTests",
    whyNoTest: "faultlens.editor.whyNoTest",
    why: "faultlens.editor.why",
    find: "faultlens.editor.find",
    showRun: "faultlens.editor.showRun",
    newTest: "faultlens.editor.newTest",
    acceptOutput: "faultlens.editor.acceptOutput",
    debugTest: "faultlens.editor.debugTest",
    listTests: "faultlens.editor.listTests",
    showReport: "faultlens.editor.showReport",
    openExample: "faultlens.example.open",
    restart: "faultlens.server.restart",
    stop: "faultlens.server.stop",
    showOutput: "faultlens.server.showOutput",
    doctor: "faultlens.server.doctor",
} as const;

/** What the commands need of the rest of the extension. */
export interface Actions {
    /** The program that the user works on. */
    currentFile(): vscode.Uri | undefined;
    /** Executes a command of the server for a document, for a line of it, from 0, or for a test. */
    execute(command: string, uri: vscode.Uri, argument?: number | string): Promise<unknown>;
    openExample(): Promise<void>;
    restart(): Promise<void>;
    stop(): Promise<void>;
    showOutput(): void;
    doctor(): Promise<void>;
    /** Shows what the server answered, see `present`. */
    present(command: string, uri: string | undefined, answer: unknown): void;
}

export function registerCommands(actions: Actions): vscode.Disposable[] {
    const onActiveFile = (command: string, aboutLine = false) => async (): Promise<void> => {
        const uri = actions.currentFile();
        if (uri === undefined) {
            void vscode.window.showInformationMessage("FaultLens: open a C file first.");
            return;
        }
        const editor = vscode.window.activeTextEditor;
        const line = aboutLine ? editor?.selection.active.line : undefined;
        if (!aboutLine || editor?.document.uri.toString() === uri.toString()) {
            actions.present(command, uri.toString(), await actions.execute(command, uri, line));
        }
    };
    // From the Test Explorer's menu they are about the program or the test of a row.
    const onTest = (command: string) => async (item?: vscode.TestItem): Promise<void> => {
        if (item === undefined) {
            await onActiveFile(command)();
            return;
        }
        const { uri, test } = target(item);
        await vscode.window.showTextDocument(uri, { preview: false });
        actions.present(command, uri.toString(), await actions.execute(command, uri, test));
    };
    // About what is selected, or the word at the cursor; on no word about the line.
    const why = async (): Promise<void> => {
        const uri = actions.currentFile();
        const editor = vscode.window.activeTextEditor;
        if (uri === undefined || editor?.document.uri.toString() !== uri.toString()) {
            void vscode.window.showInformationMessage("FaultLens: open a C file first.");
            return;
        }
        const { selection, document } = editor;
        const word = document.getWordRangeAtPosition(selection.active);
        const range = selection.isEmpty ? word : selection;
        const name = range ? document.getText(range) : "";
        const question = `${selection.active.line + 1}:${name}`;
        void showMarkdown("why", await actions.execute(serverCommands.why, uri, question));
    };
    const newTest = async (item?: vscode.TestItem): Promise<void> => {
        const uri = item ? target(item).uri : actions.currentFile();
        if (uri === undefined) {
            void vscode.window.showInformationMessage("FaultLens: open a C file first.");
            return;
        }
        await makeTest(actions, uri);
    };
    const acceptOutput = async (item?: vscode.TestItem): Promise<void> => {
        const { uri, test } = item ? target(item) : { uri: actions.currentFile(), test: undefined };
        const chosen = uri && (test ?? (await chooseFailing(actions, uri)));
        if (uri === undefined || chosen === undefined) {
            return;
        }
        const file = await actions.execute(serverCommands.acceptOutput, uri, chosen);
        void vscode.window.showInformationMessage(`FaultLens: what ${chosen} prints is expected from now on (${String(file)}).`);
    };
    const debug = async (item?: vscode.TestItem): Promise<void> => {
        const { uri, test } = item ? target(item) : { uri: actions.currentFile(), test: undefined };
        if (uri === undefined) {
            void vscode.window.showInformationMessage("FaultLens: open a C file first.");
            return;
        }
        await debugTest((command, of) => actions.execute(command, of), uri, test);
    };
    const handlers: Readonly<Record<string, (item?: vscode.TestItem) => unknown>> = {
        [clientCommands.localize]: onTest(serverCommands.localize),
        [clientCommands.cancel]: onActiveFile(serverCommands.cancel),
        [clientCommands.nextSet]: onActiveFile(serverCommands.nextSet),
        [clientCommands.previousSet]: onActiveFile(serverCommands.previousSet),
        [clientCommands.goToSet]: onActiveFile(serverCommands.goToSet),
        [clientCommands.markCorrect]: onActiveFile(serverCommands.markCorrect, true),
        [clientCommands.markSuspect]: onActiveFile(serverCommands.markSuspect, true),
        [clientCommands.clearMarks]: onActiveFile(serverCommands.clearMarks),
        [clientCommands.explain]: onTest(serverCommands.explain),
        [clientCommands.runTests]: onActiveFile(serverCommands.runTests),
        [clientCommands.whyNoTest]: onTest(serverCommands.whyNoTest),
        [clientCommands.why]: why,
        [clientCommands.find]: onActiveFile(serverCommands.find),
        [clientCommands.showRun]: onTest(serverCommands.run),
        [clientCommands.newTest]: newTest,
        [clientCommands.acceptOutput]: acceptOutput,
        [clientCommands.debugTest]: debug,
        [clientCommands.listTests]: onActiveFile(serverCommands.listTests),
        [clientCommands.showReport]: onActiveFile(serverCommands.showReport),
        [clientCommands.openExample]: () => actions.openExample(),
        [clientCommands.restart]: () => actions.restart(),
        [clientCommands.stop]: () => actions.stop(),
        [clientCommands.showOutput]: () => actions.showOutput(),
        [clientCommands.doctor]: () => actions.doctor(),
    };
    return Object.entries(handlers).map(([name, handler]) =>
        vscode.commands.registerCommand(name, handler),
    );
}

/** Asks for a test and has it written. What is copied from a task, with `Input:` and `Output:`, needs no question. */
async function makeTest(actions: Actions, uri: vscode.Uri): Promise<void> {
    const copied = await vscode.env.clipboard.readText();
    const isTask = /\b(input|stdin)\b/i.test(copied) && /\b(output|stdout)\b/i.test(copied);
    let text: string | undefined;
    if (isTask) {
        const use = "Use What Is Copied";
        const type = "Type the Input";
        const choice = await vscode.window.showQuickPick([use, type], { title: "New test", placeHolder: copied.slice(0, 80) });
        if (choice === undefined) {
            return;
        }
        text = choice === use ? copied : undefined;
    }
    if (text === undefined) {
        const options = { title: "New test", prompt: "What the program reads; \\n begins a new line" };
        const input = await vscode.window.showInputBox(options);
        if (input === undefined) {
            return;
        }
        const expected = await vscode.window.showInputBox({
            title: "New test",
            prompt: "What it must print; \\n begins a new line. Leave it empty to accept later what it prints.",
        });
        if (expected === undefined) {
            return;
        }
        const lines = (line: string): string => line.replaceAll("\\n", "\n");
        text = expected === "" ? lines(input) : `Input:\n${lines(input)}\nOutput:\n${lines(expected)}\n`;
    }
    const names = await actions.execute(serverCommands.newTest, uri, text);
    const list = Array.isArray(names) ? names.join(", ") : "";
    void vscode.window.showInformationMessage(`FaultLens: new test ${list}.`);
}

/** Asks which of the failing tests is meant, if there are several. */
async function chooseFailing(actions: Actions, uri: vscode.Uri): Promise<string | undefined> {
    const report = (await actions.execute(serverCommands.listTests, uri)) as TestReport | null;
    const failing = (report?.tests ?? []).filter((test) => test.outcome === "fail").map((test) => test.id);
    if (failing.length === 0) {
        void vscode.window.showInformationMessage("FaultLens: no test fails.");
    }
    return failing.length < 2 ? failing[0] : vscode.window.showQuickPick(failing, { title: "Accept what it prints" });
}

/** Shows what a command of the server returned about a document, whether it came from the palette or from a lens. */
export function present(
    command: string,
    uri: string | undefined,
    answer: unknown,
    explanation: ExplanationView,
    run: RunView,
): void {
    switch (command) {
        case serverCommands.explain:
            void explanation.show(uri ?? "", answer);
            break;
        case serverCommands.whyNoTest:
            void showMarkdown("tests", answer);
            break;
        case serverCommands.run:
            run.show(answer);
            break;
        case serverCommands.find:
            void showMarkdown("failing input", answer);
            break;
        case serverCommands.why:
            void showMarkdown("why", answer);
            break;
        case serverCommands.listTests:
            void showJson("tests", answer);
            break;
        case serverCommands.showReport:
            void showJson("report", answer);
            break;
    }
}

// The status bar item: how the file in front of the user stands, in the server's words.

import * as vscode from "vscode";
import { clientCommands } from "./commands";
import type { Knowledge, StatusParams } from "./protocol";

/** How the server itself stands; a file's state is shown only while it runs. */
export type ServerHealth = "starting" | "running" | "stopped" | "failed";

/** What the item shows, free of VS Code's objects. */
export interface ItemView {
    text: string;
    tooltip: string;
    command: string;
    isError: boolean;
}

// Never a tick: "fine" is not ours to say; `allPass` says only that the tests that there are pass.
const ICONS: Readonly<Record<Knowledge, string>> = {
    unknown: "$(search)",
    noTests: "$(circle-slash)",
    allPass: "$(circle-outline)",
    testsFail: "$(beaker)",
    found: "$(target)",
    noneFound: "$(question)",
    stopped: "$(debug-pause)",
    unanalysable: "$(circle-slash)",
};

/** @param status of the active file, when the server has said something about it */
export function itemView(health: ServerHealth, status: StatusParams | undefined): ItemView {
    switch (health) {
        case "starting":
            return view("$(loading~spin) FaultLens", "FaultLens is starting", clientCommands.showOutput);
        case "stopped":
            return view("$(circle-slash) FaultLens", "FaultLens is stopped; click to start it", clientCommands.restart);
        case "failed":
            return {
                ...view("$(error) FaultLens", "FaultLens does not run; click for its output", clientCommands.showOutput),
                isError: true,
            };
        case "running":
            return status === undefined
                ? view("$(search) FaultLens", "Click to look for the statements that could be at fault", clientCommands.localize)
                : fileView(status);
    }
}

function fileView(status: StatusParams): ItemView {
    const [command, action] = nextStep(status);
    return view(
        `${iconOf(status)} FaultLens: ${status.text}`,
        [status.detail || status.text, action].join("\n\n"),
        command,
    );
}

/** What a click does, and the words for it. */
function nextStep(status: StatusParams): [string, string] {
    if (status.state !== "idle") {
        return [clientCommands.cancel, "Click to cancel."];
    }
    if (status.set !== null && !status.stale) {
        return [clientCommands.goToSet, "Click to go to the selected cause."];
    }
    switch (status.result) {
        case "noTests":
            return [clientCommands.whyNoTest, "Click to see where tests are looked for."];
        case "allPass":
            return [clientCommands.whyNoTest, "Click to see which tests there are."];
        case "unanalysable":
            return [clientCommands.whyNoTest, "Click to see which tests could not run, and why."];
        default:
            return [clientCommands.localize, "Click to look for the statements that could be at fault."];
    }
}

function iconOf(status: StatusParams): string {
    if (status.state !== "idle") {
        return "$(loading~spin)";
    }
    // A server newer than this client may know more results.
    return status.stale ? "$(history)" : (ICONS[status.result] ?? "$(search)");
}

function view(text: string, tooltip: string, command: string): ItemView {
    return { text, tooltip, command, isError: false };
}

export class StatusItem implements vscode.Disposable {
    readonly #item: vscode.StatusBarItem;
    readonly #files = new Map<string, StatusParams>();
    readonly #subscription: vscode.Disposable;
    #health: ServerHealth = "starting";
    #shown: vscode.TextDocument | undefined;

    constructor() {
        this.#item = vscode.window.createStatusBarItem("faultlens.status", vscode.StatusBarAlignment.Left);
        this.#item.name = "FaultLens";
        this.#subscription = vscode.window.onDidChangeActiveTextEditor(() => this.#show());
        this.#show();
    }

    update(status: StatusParams): void {
        const file = vscode.Uri.parse(status.uri).toString();
        if (status.version === null) {
            this.#files.delete(file);
        } else {
            this.#files.set(file, status);
        }
        this.#show();
    }

    setHealth(health: ServerHealth): void {
        if (health !== "running") {
            this.#files.clear();
        }
        this.#health = health;
        this.#show();
    }

    dispose(): void {
        this.#subscription.dispose();
        this.#item.dispose();
    }

    #show(): void {
        const editors = vscode.window.visibleTextEditors;
        // An explanation is no text editor: beside it, the state of its program stays.
        const beside = editors.find(({ document }) => document === this.#shown)?.document;
        const document = vscode.window.activeTextEditor?.document ?? beside;
        this.#shown = document;
        if (document?.languageId !== "c") {
            this.#item.hide();
            return;
        }
        const shown = itemView(this.#health, this.#files.get(document.uri.toString()));
        this.#item.text = shown.text;
        this.#item.tooltip = shown.tooltip;
        this.#item.command = shown.command;
        this.#item.backgroundColor = shown.isError
            ? new vscode.ThemeColor("statusBarItem.errorBackground")
            : undefined;
        this.#item.show();
    }
}

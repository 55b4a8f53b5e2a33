// The navigator through the sets of changes. What it shows is what the server's `faultlens/lines` says, the very message
// that the lines in the editor are drawn from.

import { basename } from "node:path";
import * as vscode from "vscode";
import type { CurrentFile } from "./currentFile";
import { heatOf } from "./heat";
import type { ChangePlace, ChangeSet, LinesParams, StatusParams } from "./protocol";
import { type Node, counted, emptyState, linesOf, notice, rows, sameUri, selectedRow, whereabouts } from "./setRows";

/** What the navigator does when a row is clicked. */
export const setCommands = {
    select: "faultlens.sets.select",
    reveal: "faultlens.sets.reveal",
} as const;

export class SetsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
    readonly #changed = new vscode.EventEmitter<void>();
    readonly onDidChangeTreeData = this.#changed.event;
    readonly #view: vscode.TreeView<Node>;
    readonly #extensionUri: vscode.Uri;
    readonly #current: CurrentFile;
    readonly #subscriptions: vscode.Disposable[];
    readonly #lines = new Map<string, LinesParams>();
    readonly #statuses = new Map<string, StatusParams>();
    #rows: Node[] = [];
    #revealed: string | undefined;

    /** `select` selects a set of a document, by its number. */
    constructor(
        extensionUri: vscode.Uri,
        current: CurrentFile,
        select: (uri: vscode.Uri, number: number) => Promise<unknown>,
    ) {
        this.#extensionUri = extensionUri;
        this.#current = current;
        this.#view = vscode.window.createTreeView("faultlens.sets", { treeDataProvider: this });
        this.#subscriptions = [
            this.#view,
            this.#changed,
            this.#view.onDidChangeVisibility(() => this.#follow()),
            current.onDidChange(() => {
                this.#revealed = undefined;
                this.#show();
            }),
            vscode.commands.registerCommand(setCommands.select, (document: string, number: number) =>
                select(vscode.Uri.parse(document), number),
            ),
            vscode.commands.registerCommand(
                setCommands.reveal,
                async (document: string, set: ChangeSet, place: ChangePlace) => {
                    if (!set.selected) {
                        await select(vscode.Uri.parse(document), set.number);
                    }
                    await reveal(place);
                },
            ),
        ];
        this.#show();
    }

    onLines(params: LinesParams): void {
        keep(this.#lines, params);
        this.#showIf(params.uri);
    }

    onStatus(params: StatusParams): void {
        keep(this.#statuses, params);
        this.#showIf(params.uri);
    }

    /** Nothing is known any more: the server has stopped. */
    clear(): void {
        this.#lines.clear();
        this.#statuses.clear();
        this.#show();
    }

    getChildren(node?: Node): Node[] {
        return node?.children ?? this.#rows;
    }

    getParent(node: Node): Node | undefined {
        return node.kind === "group" ? undefined : node.parent;
    }

    getTreeItem(node: Node): vscode.TreeItem {
        const item = this.#item(node);
        item.id = node.id;
        // Else a screen reader would read the tooltip.
        item.accessibilityInformation = { label: [item.label, item.description].filter(Boolean).join(", ") };
        return item;
    }

    /** What is listed, as plain data. */
    listed(): string[] {
        const below = (node: Node): string[] => {
            const mark = node.kind === "set" && node.set.selected ? " (selected)" : "";
            return [`${this.#item(node).label}${mark}`, ...node.children.flatMap(below)];
        };
        return this.#rows.flatMap(below);
    }

    /** Whether more sets may come. */
    searching(): boolean {
        return emptyState(this.#statuses.get(this.#document)) === "running";
    }

    dispose(): void {
        for (const subscription of this.#subscriptions) {
            subscription.dispose();
        }
    }

    #item(node: Node): vscode.TreeItem {
        const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
        const document = this.#document;
        switch (node.kind) {
            case "group": {
                const item = new vscode.TreeItem(node.group.title, Expanded);
                item.description = node.group.tests.join(", ");
                item.tooltip = `${node.group.title}: ${node.group.tests.join(", ")}`;
                item.iconPath = new vscode.ThemeIcon("beaker");
                return item;
            }
            case "set": {
                const { set } = node;
                const item = new vscode.TreeItem(
                    `${set.fault ? `Fault ${set.fault}, cause` : "Cause"} ${set.number}: ${linesOf(set, document)}`,
                    set.selected ? Expanded : Collapsed,
                );
                item.description = set.places.map((place) => place.text).join(", ");
                item.iconPath = new vscode.ThemeIcon(set.selected ? "circle-filled" : "circle-outline");
                item.tooltip = set.selected
                    ? "Other values here, and nowhere else, make the tests above pass. The editor shows this cause."
                    : "Other values here, and nowhere else, make the tests above pass. Click to show this cause in the editor.";
                item.command = { title: "Show This Cause", command: setCommands.select, arguments: [document, set.number] };
                return item;
            }
            case "place": {
                const { place, set } = node;
                const item = new vscode.TreeItem(place.text, None);
                item.description = [whereabouts(place, document), place.values ?? ""].filter(Boolean).join(" · ");
                item.tooltip = [place.claim, place.values ?? ""].filter(Boolean).join("\n");
                item.iconPath = this.#icon(place);
                item.command = { title: "Go There", command: setCommands.reveal, arguments: [document, set, place] };
                return item;
            }
            case "more":
                return new vscode.TreeItem(`… ${counted(node.count, "further cause")}`, None);
        }
    }

    /** The same bars as in the gutter. */
    #icon(place: ChangePlace): vscode.Uri {
        const stale = this.#lines.get(this.#document)?.stale ?? false;
        const heat = stale ? "stale" : heatOf(place.rank ?? Number.POSITIVE_INFINITY);
        return vscode.Uri.joinPath(this.#extensionUri, "media", `heat-${heat}.svg`);
    }

    get #document(): string {
        return this.#current.uri?.toString() ?? "";
    }

    #showIf(uri: string): void {
        if (sameUri(uri, this.#document)) {
            this.#show();
        }
    }

    #show(): void {
        const document = this.#document;
        const lines = this.#lines.get(document);
        const status = this.#statuses.get(document);
        this.#rows = lines === undefined ? [] : rows(lines).filter((row) => row.children.length > 0);
        const isEmpty = this.#rows.length === 0;
        this.#view.message = lines === undefined || isEmpty ? "" : notice(lines, status);
        const name = basename(vscode.Uri.parse(document).fsPath);
        this.#view.description = status === undefined ? name : `${name}: ${status.text}`;
        setContext("sets", emptyState(status));
        setContext("hasSets", !isEmpty);
        setContext("hasTests", (status?.tests ?? 0) > 0);
        this.#changed.fire();
        this.#follow();
    }

    /** Puts the selected set into sight when it is another one. */
    #follow(): void {
        const row = selectedRow(this.#rows);
        if (row === undefined || !this.#view.visible || this.#revealed === row.id) {
            return;
        }
        this.#revealed = row.id;
        void this.#reveal(row).catch(() => {
            // The rows have changed meanwhile: the next change follows again.
            this.#revealed = undefined;
        });
    }

    /** Brings a set into sight with its places, and selects it. */
    async #reveal(row: Node): Promise<void> {
        await this.#view.reveal(row, { select: true, focus: false, expand: true });
        const last = row.children.at(-1);
        if (last !== undefined) {
            await this.#view.reveal(last, { select: false, focus: false });
        }
    }
}

async function reveal(place: ChangePlace): Promise<void> {
    if (place.location !== null) {
        const { start, end } = place.location.range;
        const selection = new vscode.Range(start.line, start.character, end.line, end.character);
        await vscode.window.showTextDocument(vscode.Uri.parse(place.location.uri), { selection });
    }
}

/** Tells menus, welcome texts and the walkthrough how things stand. */
function setContext(key: string, value: string | boolean): void {
    void vscode.commands.executeCommand("setContext", `faultlens.${key}`, value);
}

function keep<T extends { uri: string; version: number | null }>(all: Map<string, T>, params: T): void {
    const document = vscode.Uri.parse(params.uri).toString();
    if (params.version === null) {
        all.delete(document);
    } else {
        all.set(document, params);
    }
}

// The rows of the navigator: failing tests, below them the sets of changes that explain them, below these their places.

import { basename } from "node:path";
import * as vscode from "vscode";
import type { ChangePlace, ChangeSet, LinesParams, SetGroup, StatusParams } from "./protocol";

/** A row of the tree. */
export type Node =
    | { kind: "group"; id: string; group: SetGroup; children: Node[] }
    | { kind: "set"; id: string; set: ChangeSet; parent: Node; children: Node[] }
    | { kind: "place"; id: string; place: ChangePlace; set: ChangeSet; parent: Node; children: [] }
    | { kind: "more"; id: string; count: number; parent: Node; children: [] };

/** The rows of a document's sets. */
export function rows(params: LinesParams): Node[] {
    // A server older than this client tells no groups.
    return (params.groups ?? []).map((group, index) => {
        const parent: Node = { kind: "group", id: `group ${index}`, group, children: [] };
        parent.children = group.sets.map((set) => setRow(set, parent));
        if (group.more > 0) {
            parent.children.push({ kind: "more", id: `more ${index}`, count: group.more, parent, children: [] });
        }
        return parent;
    });
}

function setRow(set: ChangeSet, parent: Node): Node {
    const row: Node = { kind: "set", id: `set ${set.number}`, set, parent, children: [] };
    row.children = set.places.map((place, index) => ({
        kind: "place",
        id: `set ${set.number} place ${index}`,
        place,
        set,
        parent: row,
        children: [],
    }));
    return row;
}

/** The row of the selected set. */
export function selectedRow(nodes: readonly Node[]): Node | undefined {
    return nodes.flatMap((node) => node.children).find((node) => node.kind === "set" && node.set.selected);
}

/** `line 11`, `lines 8, 10 and 14`; places of other files and deleted ones have no line here. */
export function linesOf(set: ChangeSet, document: string): string {
    const here = set.places.flatMap(({ location }) =>
        location !== null && sameUri(location.uri, document) ? [location.range.start.line + 1] : [],
    );
    const lines = [...new Set(here)].sort((a, b) => a - b);
    const elsewhere = set.places.length - here.length;
    const named = lines.length > 1 ? `lines ${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}` : `line ${lines[0]}`;
    if (elsewhere === 0) {
        return named;
    }
    return lines.length === 0 ? counted(elsewhere, "other place") : `${named}, ${counted(elsewhere, "other place")}`;
}

export function counted(count: number, noun: string): string {
    return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function sameUri(a: string, b: string): boolean {
    return vscode.Uri.parse(a).toString() === vscode.Uri.parse(b).toString();
}

/** Which empty state is shown, by the context key `faultlens.sets`. */
export type Empty = "noFile" | "unknown" | "noTests" | "allPass" | "testsFail" | "running" | "noneFound" | "unanalysable";

export function emptyState(status: StatusParams | undefined): Empty {
    if (status === undefined) {
        return "noFile";
    }
    if (status.state === "localizing" || status.state === "queued") {
        return "running";
    }
    switch (status.result) {
        case "found":
        case "stopped":
        case "noneFound":
            return "noneFound";
        default:
            return status.result;
    }
}

/** What stands above the rows; empty when there is nothing to add. */
export function notice(lines: LinesParams, status: StatusParams | undefined): string {
    if (status?.state === "localizing") {
        return "Searching; more causes may come.";
    }
    if (lines.stale) {
        return "The file has changed since. Localize again.";
    }
    return status?.result === "stopped" ? "Not everything could be tried; there may be more causes." : "";
}

/** `line 11`; the file's name too when it is another one. */
export function whereabouts(place: ChangePlace, document: string): string {
    if (place.location === null) {
        return "deleted since";
    }
    const line = `line ${place.location.range.start.line + 1}`;
    return sameUri(place.location.uri, document) ? line : `${basename(vscode.Uri.parse(place.location.uri).fsPath)}, ${line}`;
}

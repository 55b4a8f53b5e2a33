// Draws the suspect lines: background, gutter bars and a mark in the overview ruler. The number of
// bars says the same as the colour, and a stale line is hollow, so nothing depends on seeing colours.

import * as vscode from "vscode";
import type { LinesParams } from "./protocol";

/** How a line is drawn. */
export type Heat = "first" | "high" | "low" | "rest" | "uncertified" | "stale" | "selected";

const HEATS: readonly Heat[] = [
    "first",
    "high",
    "low",
    "rest",
    "uncertified",
    "stale",
    "selected",
];

/** Ranks up to this one are drawn as high: people look at about three places, not at twenty. */
const LAST_HIGH_RANK = 3;
/** Lines of later ranks have a dot in the gutter and no background: when all is coloured, nothing is. */
const LAST_LOW_RANK = 5;

/**
 * The ways in which each line is drawn: by its rank, as uncertified or as stale, and besides as a member
 * of the set that the user looks at. Lines behind the end of the document are left out.
 */
export function drawnLines(params: LinesParams, lineCount: number): Map<Heat, number[]> {
    const drawn = new Map<Heat, number[]>(HEATS.map((heat) => [heat, []]));
    for (const line of params.lines) {
        if (line.line < 0 || line.line >= lineCount) {
            continue;
        }
        if (line.role === "uncertified") {
            // A guess has a mark in the gutter and no colour; beyond the first few it has none.
            if (line.rank <= LAST_LOW_RANK) {
                drawn.get("uncertified")?.push(line.line);
            }
            continue;
        }
        const heat = heatOf(line.rank);
        drawn.get(params.stale && heat !== "rest" ? "stale" : heat)?.push(line.line);
        if (line.role === "selected") {
            drawn.get("selected")?.push(line.line);
        }
    }
    return drawn;
}

/** How a line of a rank is drawn while it is about the present text. */
export function heatOf(rank: number): Heat {
    if (rank === 1) {
        return "first";
    }
    if (rank <= LAST_HIGH_RANK) {
        return "high";
    }
    return rank <= LAST_LOW_RANK ? "low" : "rest";
}

/** Whether lines found for one version of a document may be drawn on another. */
export function isCurrent(params: LinesParams, documentVersion: number): boolean {
    // The editor moves old decorations with the text by itself; lines of another version would jump.
    return params.version === documentVersion;
}

/** Keeps the newest lines of every file and draws them in every editor that shows it. */
export class HeatMap implements vscode.Disposable {
    readonly #lines = new Map<string, LinesParams>();
    readonly #types: ReadonlyMap<Heat, vscode.TextEditorDecorationType>;
    readonly #subscription: vscode.Disposable;
    #enabled: boolean;

    constructor(extensionUri: vscode.Uri, enabled: boolean) {
        this.#types = decorationTypes(extensionUri);
        this.#enabled = enabled;
        this.#subscription = vscode.window.onDidChangeVisibleTextEditors(() => this.#drawAll());
    }

    update(params: LinesParams): void {
        // The server may write a URI otherwise than VS Code does (%3A or :), so both go through one parser.
        const file = vscode.Uri.parse(params.uri).toString();
        if (params.version === null) {
            this.#lines.delete(file);
        } else {
            this.#lines.set(file, params);
        }
        this.#drawAll();
    }

    /** Forgets everything: the server has stopped. */
    clear(): void {
        this.#lines.clear();
        for (const editor of vscode.window.visibleTextEditors) {
            this.#draw(editor, undefined);
        }
    }

    setEnabled(enabled: boolean): void {
        this.#enabled = enabled;
        this.#drawAll();
    }

    dispose(): void {
        this.#subscription.dispose();
        for (const type of this.#types.values()) {
            type.dispose();
        }
    }

    #drawAll(): void {
        for (const editor of vscode.window.visibleTextEditors) {
            const params = this.#lines.get(editor.document.uri.toString());
            if (params !== undefined && isCurrent(params, editor.document.version)) {
                this.#draw(editor, this.#enabled ? params : undefined);
            }
        }
    }

    #draw(editor: vscode.TextEditor, params: LinesParams | undefined): void {
        const drawn = params && drawnLines(params, editor.document.lineCount);
        for (const [heat, type] of this.#types) {
            const lines = drawn?.get(heat) ?? [];
            editor.setDecorations(
                type,
                lines.map((line) => new vscode.Range(line, 0, line, 0)),
            );
        }
    }
}

function decorationTypes(
    extensionUri: vscode.Uri,
): ReadonlyMap<Heat, vscode.TextEditorDecorationType> {
    const gutter = (heat: Heat): vscode.DecorationRenderOptions => ({
        gutterIconPath: vscode.Uri.joinPath(extensionUri, "media", `heat-${heat}.svg`),
        gutterIconSize: "contain",
    });
    const ranked = (heat: Heat): vscode.TextEditorDecorationType =>
        vscode.window.createTextEditorDecorationType({
            ...gutter(heat),
            isWholeLine: true,
            backgroundColor: new vscode.ThemeColor(`faultlens.${heat}Background`),
            overviewRulerColor: new vscode.ThemeColor(`faultlens.${heat}OverviewRuler`),
            overviewRulerLane: vscode.OverviewRulerLane.Left,
        });
    const selected = vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        borderStyle: "solid",
        borderWidth: "0 0 0 3px",
        borderColor: new vscode.ThemeColor("faultlens.selectedSetBorder"),
    });
    return new Map([
        ["first", ranked("first")],
        ["high", ranked("high")],
        ["low", ranked("low")],
        ["rest", vscode.window.createTextEditorDecorationType(gutter("rest"))],
        ["uncertified", vscode.window.createTextEditorDecorationType(gutter("uncertified"))],
        ["stale", ranked("stale")],
        ["selected", selected],
    ]);
}

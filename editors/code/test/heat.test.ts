import { beforeEach, describe, expect, test } from "vitest";
import { HeatMap, drawnLines } from "../src/heat";
import type { HeatLine, LinesParams } from "../src/protocol";
import { FakeEditor, Uri, emitters, window } from "./vscode";

const FILE = "file:///work/a.c";

function line(number: number, rank: number, role: HeatLine["role"] = "suspect"): HeatLine {
    return { line: number, rank, of: 5, score: 1 / rank, role, why: "" };
}

function params(lines: HeatLine[], rest: Partial<LinesParams> = {}): LinesParams {
    return { uri: FILE, version: 1, stale: false, lines, groups: [], ...rest };
}

const SIX = [line(7, 1, "selected"), line(3, 2), line(9, 3, "selected"), line(4, 4), line(12, 5), line(15, 6)];

describe("drawn lines", () => {
    test("follow the rank, and the selected set is marked besides", () => {
        expect(Object.fromEntries(drawnLines(params(SIX), 20))).toEqual({
            first: [7],
            high: [3, 9],
            low: [4, 12],
            rest: [15],
            uncertified: [],
            stale: [],
            selected: [7, 9],
        });
    });

    test("suspicions have a look of their own, the first few of them", () => {
        const guess = (number: number, rank: number): HeatLine => line(number, rank, "uncertified");
        const drawn = drawnLines(params([guess(7, 1), guess(3, 5), guess(4, 6)]), 20);
        expect(drawn.get("uncertified")).toEqual([7, 3]);
        expect(drawn.get("first")).toEqual([]);
    });

    test("stale lines lose their rank", () => {
        const drawn = drawnLines(params(SIX, { stale: true }), 20);
        expect(drawn.get("stale")).toEqual([7, 3, 9, 4, 12]);
        expect(drawn.get("first")).toEqual([]);
        expect(drawn.get("selected")).toEqual([7, 9]);
    });

    test("lines behind the end are left out", () => {
        const drawn = drawnLines(params([line(20, 1), line(19, 2), line(-1, 3)]), 20);
        expect(drawn.get("first")).toEqual([]);
        expect(drawn.get("high")).toEqual([19]);
    });
});

describe("the heat map", () => {
    let editor: FakeEditor;
    let heat: HeatMap;

    beforeEach(() => {
        editor = new FakeEditor(FILE);
        window.visibleTextEditors = [editor, new FakeEditor("file:///work/b.c")];
        heat = new HeatMap(Uri.parse("file:///ext") as never, true);
        return () => heat.dispose();
    });

    test("draws in the editors of the file, and only there", () => {
        heat.update(params([line(2, 1)]));
        expect(editor.drawn.get("first")).toEqual([2]);
        expect(window.visibleTextEditors[1]?.drawn.size).toBe(0);
    });

    test("the same file under another spelling of its URI", () => {
        editor = new FakeEditor("file:///work/a%20b.c");
        window.visibleTextEditors = [editor];
        heat.update(params([line(2, 1)], { uri: "file:///work/a b.c" }));
        expect(editor.drawn.get("first")).toEqual([2]);
    });

    test("no lines clear the drawing", () => {
        heat.update(params([line(2, 1)]));
        heat.update(params([]));
        expect(editor.drawn.get("first")).toEqual([]);
    });

    test("lines of another version are not drawn", () => {
        editor.document.version = 2;
        heat.update(params([line(2, 1)]));
        expect(editor.drawn.size).toBe(0);
        heat.update(params([line(3, 1)], { version: 2, stale: true }));
        expect(editor.drawn.get("stale")).toEqual([3]);
    });

    test("an editor that opens later is drawn too", () => {
        heat.update(params([line(2, 1)]));
        const late = new FakeEditor(FILE);
        window.visibleTextEditors = [late];
        emitters.visibleEditors.fire(undefined);
        expect(late.drawn.get("first")).toEqual([2]);
    });

    test("nothing comes back after the document or the server is gone", () => {
        heat.update(params([line(2, 1)]));
        heat.clear();
        expect(editor.drawn.get("first")).toEqual([]);
        heat.update(params([line(2, 1)]));
        heat.update(params([], { version: null }));
        const late = new FakeEditor(FILE);
        window.visibleTextEditors = [late];
        emitters.visibleEditors.fire(undefined);
        expect(late.drawn.size).toBe(0);
    });

    test("can be switched off and on", () => {
        heat.update(params([line(2, 1)]));
        heat.setEnabled(false);
        expect(editor.drawn.get("first")).toEqual([]);
        heat.setEnabled(true);
        expect(editor.drawn.get("first")).toEqual([2]);
    });

    test("listens to nothing after it is disposed", () => {
        const before = emitters.visibleEditors.size;
        const other = new HeatMap(Uri.parse("file:///ext") as never, true);
        expect(emitters.visibleEditors.size).toBe(before + 1);
        other.dispose();
        expect(emitters.visibleEditors.size).toBe(before);
    });
});

import { beforeEach, expect, test } from "vitest";
import { serverCommands } from "../src/protocol";
import { SetReveal } from "../src/reveal";
import { FILE, statusParams as status } from "./server";
import { FakeEditor, window } from "./vscode";

let editor: FakeEditor;
let reveal: SetReveal;

beforeEach(() => {
    editor = new FakeEditor(FILE);
    editor.visibleRanges = [{ start: { line: 80 }, end: { line: 99 } }];
    window.activeTextEditor = editor;
    reveal = new SetReveal();
});

const found = status({ state: "localizing", result: "found", set: 1, setLines: [40] });

test("what a search finds comes into sight, once, if it was asked for", () => {
    reveal.onStatus(found);
    expect(editor.revealed).toEqual([]);
    reveal.onAnswer(serverCommands.localize, FILE, null);
    reveal.onStatus(status({ state: "localizing" }));
    reveal.onStatus(found);
    reveal.onStatus({ ...found, state: "idle", setLines: [10] });
    expect(editor.revealed).toEqual([40]);
    expect(editor.selection).toBeUndefined();
});

test("nothing scrolls where a line can be seen, nor for who looks elsewhere meanwhile", () => {
    reveal.onAnswer(serverCommands.localize, FILE, null);
    reveal.onStatus({ ...found, setLines: [40, 90] });
    reveal.onAnswer(serverCommands.localize, FILE, null);
    editor.visibleRanges = [{ start: { line: 0 }, end: { line: 20 } }];
    reveal.onStatus(found);
    reveal.onAnswer(serverCommands.localize, FILE, null);
    window.activeTextEditor = new FakeEditor("file:///work/b.c");
    reveal.onStatus(found);
    expect(editor.revealed).toEqual([]);
});

test("what was found for an older text is waited past", () => {
    reveal.onAnswer(serverCommands.localize, FILE, null);
    reveal.onStatus(status({ state: "localizing", stale: true }));
    reveal.onStatus(found);
    expect(editor.revealed).toEqual([40]);
});

test("a selected cause comes into sight, and the cursor goes there", () => {
    reveal.onAnswer(serverCommands.nextSet, FILE, found);
    expect(editor.revealed).toEqual([40]);
    expect(editor.selection).toMatchObject({ line: 40, character: 4 });
});

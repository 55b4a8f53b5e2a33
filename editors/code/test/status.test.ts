import { beforeEach, describe, expect, test } from "vitest";
import type { Knowledge } from "../src/protocol";
import { StatusItem, itemView } from "../src/status";
import { FILE, statusParams as status } from "./server";
import { FakeEditor, emitters, statusBarItem, window } from "./vscode";

describe("the view", () => {
    test.each([
        ["before anything is known", undefined, "$(search) FaultLens", "faultlens.editor.localize"],
        ["failing tests", status(), "$(beaker) FaultLens: 2 of 8 tests fail", "faultlens.editor.localize"],
        ["while it runs", status({ state: "localizing", text: "1 set, 3 s" }), "$(loading~spin) FaultLens: 1 set, 3 s", "faultlens.editor.cancel"],
        ["while it waits", status({ state: "queued", text: "queued" }), "$(loading~spin) FaultLens: queued", "faultlens.editor.cancel"],
        ["found", status({ result: "found", set: 1, text: "line 8 first (cause 1 of 4)" }), "$(target) FaultLens: line 8 first (cause 1 of 4)", "faultlens.editor.goToSet"],
        ["stale", status({ result: "found", set: 1, stale: true, text: "stale" }), "$(history) FaultLens: stale", "faultlens.editor.localize"],
        ["no tests", status({ result: "noTests", text: "no tests found" }), "$(circle-slash) FaultLens: no tests found", "faultlens.editor.whyNoTest"],
        ["not analysed", status({ result: "unanalysable", text: "1 of 2" }), "$(circle-slash) FaultLens: 1 of 2", "faultlens.editor.whyNoTest"],
        ["a result of a newer server", status({ result: "puzzled" as Knowledge, text: "?" }), "$(search) FaultLens: ?", "faultlens.editor.localize"],
    ])("%s", (_, given, text, command) => {
        expect(itemView("running", given)).toMatchObject({ text, command, isError: false });
    });

    test("running is shown above an old result, and never a tick", () => {
        const results: Knowledge[] = ["unknown", "noTests", "allPass", "testsFail", "found", "noneFound", "stopped", "unanalysable"];
        for (const result of results) {
            expect(itemView("running", status({ result, state: "localizing" })).text).toMatch(/^\$\(loading~spin\)/);
            expect(itemView("running", status({ result })).text).not.toMatch(/check|pass/);
        }
    });

    test("the tooltip has whole sentences and says what a click does", () => {
        expect(itemView("running", status()).tooltip).toBe("2 of 8 tests fail; nothing was localized yet.\n\nClick to look for the statements that could be at fault.");
    });

    test("a server that does not run hides what it once said", () => {
        expect(itemView("failed", status())).toMatchObject({ text: "$(error) FaultLens", isError: true });
        expect(itemView("stopped", status()).command).toBe("faultlens.server.restart");
    });
});

describe("the item", () => {
    let item: StatusItem;

    beforeEach(() => {
        window.activeTextEditor = new FakeEditor(FILE);
        item = new StatusItem();
        item.setHealth("running");
        return () => item.dispose();
    });

    test("shows the active file", () => {
        item.update(status());
        item.update(status({ uri: "file:///work/b.c", text: "other" }));
        expect(statusBarItem.text).toContain("2 of 8 tests fail");
        window.activeTextEditor = new FakeEditor("file:///work/b.c");
        emitters.activeEditor.fire(undefined);
        expect(statusBarItem.text).toContain("other");
    });

    test("stays beside an explanation, which is no text editor", () => {
        item.update(status());
        window.visibleTextEditors = [window.activeTextEditor as FakeEditor];
        window.activeTextEditor = undefined;
        emitters.activeEditor.fire(undefined);
        expect(statusBarItem.text).toContain("2 of 8 tests fail");
        expect(statusBarItem.visible).toBe(true);
        window.visibleTextEditors = [];
        emitters.activeEditor.fire(undefined);
        expect(statusBarItem.visible).toBe(false);
    });

    test("hides beside other languages", () => {
        const editor = new FakeEditor("file:///work/a.py");
        editor.document.languageId = "python";
        window.activeTextEditor = editor;
        emitters.activeEditor.fire(undefined);
        expect(statusBarItem.visible).toBe(false);
    });

    test("forgets a file that was closed, and everything when the server stops", () => {
        item.update(status());
        item.update(status({ version: null, text: "" }));
        expect(statusBarItem.text).toBe("$(search) FaultLens");
        item.update(status());
        item.setHealth("failed");
        expect(statusBarItem.backgroundColor?.id).toBe("statusBarItem.errorBackground");
        item.setHealth("running");
        expect(statusBarItem.text).toBe("$(search) FaultLens");
        expect(statusBarItem.backgroundColor).toBeUndefined();
    });
});

import { describe, expect, test } from "vitest";
import type { ChangePlace, ChangeSet, LinesParams } from "../src/protocol";
import { type Node, emptyState, linesOf, notice, rows, selectedRow, whereabouts } from "../src/setRows";
import { FILE, statusParams } from "./server";

function place(line: number | null, uri = FILE): ChangePlace {
    const position = { line: line ?? 0, character: 4 };
    const location = line === null ? null : { uri, range: { start: position, end: position } };
    return { location, text: "m = b", claim: "`m = b` gives a wrong value", rank: 1, values: null };
}

function set(number: number, places: ChangePlace[], selected = false): ChangeSet {
    return { number, selected, places };
}

function lines(rest: Partial<LinesParams> = {}): LinesParams {
    const sets = [set(1, [place(10)]), set(2, [place(7), place(9)], true)];
    const group = { title: "2 tests: wrong output", tests: ["t3", "t7"], sets, more: 4 };
    return { uri: FILE, version: 1, stale: false, lines: [], groups: [group], ...rest };
}

function ids(nodes: readonly Node[]): unknown[] {
    return nodes.map((node) => (node.children.length === 0 ? node.id : [node.id, ...ids(node.children)]));
}

describe("the rows", () => {
    test("are tests, sets, places, and how many more sets there are", () => {
        expect(ids(rows(lines()))).toEqual([
            ["group 0", ["set 1", "set 1 place 0"], ["set 2", "set 2 place 0", "set 2 place 1"], "more 0"],
        ]);
    });

    test("know the selected set", () => {
        expect(selectedRow(rows(lines()))?.id).toBe("set 2");
        expect(selectedRow(rows(lines({ groups: [] })))).toBeUndefined();
    });

    test("are none for a server that tells no sets", () => {
        const { groups, ...old } = lines();
        expect(groups.length).toBe(1);
        expect(rows(old as LinesParams)).toEqual([]);
    });
});

test.each([
    [[place(10)], "line 11"],
    [[place(9), place(7), place(7)], "lines 8 and 10"],
    [[place(9), place(7), place(0)], "lines 1, 8 and 10"],
    [[place(null)], "1 other place"],
    [[place(3), place(5, "file:///work/b.c"), place(null)], "line 4, 2 other places"],
])("a set is named by its lines: %#", (places, expected) => {
    expect(linesOf(set(1, places), FILE)).toBe(expected);
});

test("a place says where it is", () => {
    expect(whereabouts(place(10), FILE)).toBe("line 11");
    expect(whereabouts(place(10, "file:///work/b.c"), FILE)).toBe("b.c, line 11");
    expect(whereabouts(place(null), FILE)).toBe("deleted since");
});

test("what is not final says so", () => {
    expect(notice(lines(), statusParams({ result: "found" }))).toBe("");
    expect(notice(lines(), statusParams({ state: "localizing" }))).toMatch(/more causes may come/);
    expect(notice(lines({ stale: true }), statusParams())).toMatch(/has changed since/);
    expect(notice(lines(), statusParams({ result: "stopped" }))).toMatch(/may be more causes/);
});

test("an empty view offers what can be done", () => {
    expect(emptyState(undefined)).toBe("noFile");
    expect(emptyState(statusParams())).toBe("testsFail");
    expect(emptyState(statusParams({ state: "localizing" }))).toBe("running");
    expect(emptyState(statusParams({ state: "queued" }))).toBe("running");
    expect(emptyState(statusParams({ state: "testing", result: "unknown" }))).toBe("unknown");
    expect(emptyState(statusParams({ result: "noTests" }))).toBe("noTests");
    expect(emptyState(statusParams({ result: "noneFound" }))).toBe("noneFound");
    expect(emptyState(statusParams({ result: "stopped" }))).toBe("noneFound");
});

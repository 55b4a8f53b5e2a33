import { describe, expect, test } from "vitest";
import { launchOf, withEntry } from "../src/launch";
import type { TestResult } from "../src/protocol";

const TEST: TestResult = {
    id: "t 1/a",
    outcome: "fail",
    reason: null,
    stdout: "",
    expected: null,
    line: null,
    time_ms: 1,
    path: null,
    path_line: null,
    asserted: null,
    args: ["-n", "3"],
    stdin: "4 5\n",
};
const BUILD = { files: ["/w/p/main.c", "/w/p/list.c"], flags: ["-DN=3"] };

describe("how a test is debugged", () => {
    test("the program is compiled from all its files, and reads the test's input", () => {
        const { configuration, task, input } = launchOf("/w", "/w/p/main.c", BUILD, TEST, "cppdbg");
        expect(task.args).toEqual(
            ["-g", "-O0", "-DN=3", "/w/p/main.c", "/w/p/list.c", "-o", "/w/.vscode/faultlens/main", "-lm"],
        );
        expect(input).toEqual({ path: "/w/.vscode/faultlens/main.t_1_a.in", text: "4 5\n" });
        expect(configuration).toMatchObject({
            name: "main.c: t 1/a",
            program: "/w/.vscode/faultlens/main",
            cwd: "/w/p",
            args: ["-n", "3", "<", "/w/.vscode/faultlens/main.t_1_a.in"],
            preLaunchTask: task.label,
        });
    });

    test("LLDB has a place of its own for the input", () => {
        const { configuration } = launchOf("/w", "/w/p/main.c", BUILD, TEST, "lldb");
        expect(configuration).toMatchObject({
            args: ["-n", "3"],
            stdio: ["/w/.vscode/faultlens/main.t_1_a.in", null, null],
        });
    });

    test("a test without input has no file", () => {
        const { configuration, input } = launchOf("/w", "/w/main.c", BUILD, { ...TEST, stdin: null }, "cppdbg");
        expect(input).toBeUndefined();
        expect(configuration.args).toEqual(["-n", "3"]);
    });
});

test("an entry takes the place of the one with its name", () => {
    const entries = [{ name: "a", x: 1 }, { name: "b", x: 2 }];
    expect(withEntry(entries, { name: "b", x: 3 }, "name")).toEqual([{ name: "a", x: 1 }, { name: "b", x: 3 }]);
    expect(withEntry(entries, { name: "c", x: 3 }, "name")).toHaveLength(3);
});

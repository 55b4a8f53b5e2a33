import { beforeEach, describe, expect, test } from "vitest";
import { coveredFiles } from "../src/coverage";
import type { TestReport, TestResult } from "../src/protocol";
import { TestExplorer, target } from "../src/testExplorer";
import { message, origin } from "../src/testResults";
import { FILE, statusParams } from "./server";
import { type TestItem, TestRunRequest, Uri, controller, workspace } from "./vscode";

function result(id: string, rest: Partial<TestResult> = {}): TestResult {
    const path = `/work/tests/${id}.out`;
    const passed = { outcome: "pass" as const, reason: null, stdout: "1\n", expected: "1\n", line: null };
    return { id, ...passed, time_ms: 0.1, path, path_line: null, asserted: null, args: [], stdin: null, ...rest };
}

const NOTHING: TestReport = { build: { files: [], flags: [] }, tests: [], coverage: [] };

const FAILED = result("t2", { outcome: "fail", reason: 'expected "2", printed "1"', expected: "2\n" });

/** A server with these tests; what it was asked for. */
class FakeServer {
    readonly asked: string[] = [];
    report: TestReport = { ...NOTHING, tests: [result("t1"), FAILED] };
    /** What `runTests` answers. */
    run: () => Promise<unknown> = () => Promise.resolve(statusParams({ testRun: 2 }));

    readonly execute = (command: string): Promise<unknown> => {
        this.asked.push(command.replace("faultlens.", ""));
        switch (command) {
            case "faultlens.listPrograms":
                return Promise.resolve([FILE, "file:///work/sub/b.c"]);
            case "faultlens.listTests":
                return Promise.resolve(this.report);
            case "faultlens.runTests":
                return this.run();
            default:
                return Promise.resolve(null);
        }
    };
}

let server: FakeServer;
let explorer: TestExplorer;
/** Cancels the runs of the user. */
let cancel: () => void;
const token = {
    onCancellationRequested: (then: () => void) => {
        cancel = then;
        return { dispose() {} };
    },
};

beforeEach(() => {
    controller.items.clear();
    controller.profiles.clear();
    controller.runs.length = 0;
    controller.outdated.length = 0;
    server = new FakeServer();
    explorer = new TestExplorer(server.execute);
});

function program(): TestItem | undefined {
    return controller.items.get(FILE);
}

function runAll(): Promise<void> | undefined {
    return controller.profiles.get("Run")?.(new TestRunRequest(), token);
}

describe("coverage", () => {
    const covering: TestReport = {
        ...NOTHING,
        tests: [result("t1")],
        coverage: [
            { file: "/work/a.c", line: 3, tests: 1 },
            { file: "/work/a.c", line: 4, tests: 0 },
            { file: "list.c", line: 9, tests: 2 },
        ],
    };
    const told = ["/work/a.c: 1 of 2 lines", "/work/list.c: 1 of 1 lines"];
    const lines = (run: { said: string[] } | undefined) => run?.said.filter((said) => said.endsWith(" lines"));

    test("is told for every file when it is asked for", async () => {
        await explorer.onStatus(statusParams());
        server.report = covering;
        await controller.profiles.get("Coverage")?.(new TestRunRequest(), token);
        expect(lines(controller.runs.at(-1))).toEqual(told);
    });

    test("goes on being told after edits, until somebody runs the tests without it", async () => {
        server.report = covering;
        await explorer.onStatus(statusParams());
        expect(lines(controller.runs.at(-1))).toEqual([]);
        await controller.profiles.get("Coverage")?.(new TestRunRequest(), token);
        await explorer.onStatus(statusParams({ testRun: 7 }));
        expect(lines(controller.runs.at(-1))).toEqual(told);
        await runAll();
        await explorer.onStatus(statusParams({ testRun: 8 }));
        expect(lines(controller.runs.at(-1))).toEqual([]);
    });

    test("of all programs stays in sight when one of them is run again", async () => {
        server.report = covering;
        await controller.profiles.get("Coverage")?.(new TestRunRequest(), token);
        await explorer.onStatus(statusParams({ uri: "file:///work/sub/b.c" }));
        server.report = { ...covering, coverage: [{ file: "b.c", line: 1, tests: 0 }] };
        await explorer.onStatus(statusParams({ uri: "file:///work/sub/b.c", testRun: 9 }));
        expect(lines(controller.runs.at(-1))).toContain("/work/sub/b.c: 0 of 1 lines");
        await explorer.onStatus(statusParams({ testRun: 10 }));
        expect(lines(controller.runs.at(-1))).toContain("/work/sub/b.c: 0 of 1 lines");
    });

    test("of a file says how many tests run each line", () => {
        const [file] = coveredFiles(Uri.parse(FILE) as never, covering.coverage);
        expect(file?.details().map(({ executed }) => executed)).toEqual([1, 0]);
    });
});

describe("what the server tells", () => {
    test("shows each test below its program, with its verdict, and opens nothing", async () => {
        await explorer.onStatus(statusParams());
        expect([...(program()?.children.keys() ?? [])]).toEqual(["t1", "t2"]);
        expect(program()?.description).toBe("2 of 8 fail");
        expect(program()?.children.get("t2")?.description).toBe('expected "2", printed "1"');
        expect(controller.runs[0]?.said).toEqual(["t1 passed", 't2 failed: expected "2", printed "1"']);
        expect(controller.runs[0]?.ended).toBe(true);
        expect(controller.runs[0]?.request.preserveFocus).toBe(true);
    });

    test("is shown once for each run", async () => {
        await explorer.onStatus(statusParams());
        await explorer.onStatus(statusParams({ sets: 3, result: "found" }));
        expect(server.asked).toEqual(["listTests"]);
        server.report = { ...NOTHING, tests: [result("t1"), result("t2")] };
        await explorer.onStatus(statusParams({ testRun: 2, failing: 0 }));
        expect(controller.runs[1]?.said).toEqual(["t1 passed", "t2 passed"]);
        expect(program()?.description).toBe("");
    });

    test("is outdated at once by an edit, and stays in sight when the program is closed", async () => {
        await explorer.onStatus(statusParams());
        expect(controller.outdated).toEqual([]);
        await explorer.onStatus(statusParams({ version: 2, testsStale: true }));
        expect(controller.outdated).toEqual([FILE]);
        await explorer.onStatus(statusParams({ version: null, testRun: null }));
        expect(controller.outdated).toEqual([FILE, FILE]);
        expect(program()?.children.size).toBe(2);
        await explorer.onStatus(statusParams());
        expect(controller.runs.length).toBe(2);
    });

    test("of an older run is not shown as a newer one", async () => {
        let answer: (report: TestReport) => void = () => {};
        const late = new TestExplorer(() => new Promise((resolve) => (answer = resolve as typeof answer)));
        const first = late.onStatus(statusParams());
        const answerFirst = answer;
        const second = late.onStatus(statusParams({ testRun: 2 }));
        answerFirst({ ...NOTHING, tests: [FAILED] });
        answer({ ...NOTHING, tests: [result("t2")] });
        await Promise.all([first, second]);
        expect(controller.runs.map((run) => run.said)).toEqual([["t2 passed"]]);
    });

    test("of a program with several files are listed below the one in which it begins", async () => {
        await explorer.onStatus(statusParams());
        expect(program()).toBeDefined();
        server.report = { ...NOTHING, program: "/work/main.c", tests: [result("t1"), FAILED] };
        await explorer.onStatus(statusParams({ testRun: 2 }));
        expect(program()).toBeUndefined();
    });

    test("that are ignored are skipped", async () => {
        const ignored = { ...result("t2"), outcome: "ignored" as const, reason: "ignored: later" };
        server.report = { ...NOTHING, tests: [result("t1"), ignored] };
        await explorer.onStatus(statusParams());
        expect(controller.runs.map((run) => run.said)).toEqual([["t1 passed", "t2 skipped"]]);
    });

    test("leaves no program without tests behind, and nothing after the server", async () => {
        await explorer.onStatus(statusParams());
        server.report = { ...NOTHING, tests: [] };
        await explorer.onStatus(statusParams({ testRun: 2 }));
        expect(program()).toBeUndefined();
        server.report = { ...NOTHING, tests: [FAILED] };
        await explorer.onStatus(statusParams({ testRun: 3 }));
        expect(program()).toBeDefined();
        explorer.clear();
        expect(controller.items.size).toBe(0);
    });
});

test("programs that are not open are listed, and opened when their tests are wanted", async () => {
    await explorer.onStatus(statusParams());
    await controller.refreshHandler?.();
    expect([...controller.items.values()].map(({ label }) => label)).toEqual(["a.c", "sub/b.c"]);
    const other = controller.items.get("file:///work/sub/b.c");
    expect([program()?.canResolveChildren, other?.canResolveChildren]).toEqual([false, true]);
    workspace.opened.length = 0;
    await controller.resolveHandler?.(program());
    expect(workspace.opened).toEqual([]);
    await controller.resolveHandler?.(other);
    expect(workspace.opened).toEqual(["file:///work/sub/b.c"]);
    await explorer.onStatus(statusParams({ uri: "file:///work/sub/b.c" }));
    expect(other?.children.size).toBe(2);
    expect(other?.canResolveChildren).toBe(false);
});

describe("running tests", () => {
    beforeEach(async () => {
        await explorer.onStatus(statusParams());
        controller.runs.length = 0;
        server.asked.length = 0;
    });

    test("goes through the server and ends with the verdicts of that run", async () => {
        await runAll();
        expect(server.asked).toEqual(["runTests", "listTests"]);
        expect(controller.runs.length).toBe(1);
        const [run] = controller.runs;
        expect(run?.said.slice(0, 2)).toEqual(["t1 started", "t2 started"]);
        expect(run?.said.slice(2)).toEqual(["t1 passed", 't2 failed: expected "2", printed "1"']);
        expect(run?.ended).toBe(true);
    });

    test("takes the verdicts too when the notification comes before the answer", async () => {
        server.run = async () => {
            await explorer.onStatus(statusParams({ testRun: 2 }));
            return statusParams({ testRun: 2 });
        };
        await runAll();
        expect(controller.runs.length).toBe(1);
        expect(controller.runs[0]?.said.length).toBe(4);
    });

    test("one test runs all of its program, once", async () => {
        const items = [...(program()?.children.values() ?? [])];
        await controller.profiles.get("Run")?.(new TestRunRequest(items), token);
        expect(server.asked.filter((command) => command === "runTests").length).toBe(1);
    });

    test("is cancelled in the server", async () => {
        let refuse: (why: Error) => void = () => {};
        server.run = () => new Promise((_, reject) => (refuse = reject));
        const done = runAll();
        await Promise.resolve();
        await Promise.resolve();
        cancel();
        expect(server.asked).toContain("cancel");
        refuse(new Error("cancelled"));
        await done;
        expect(controller.runs[0]?.said.slice(2)).toEqual(["t1 skipped", "t2 skipped"]);
        expect(controller.runs[0]?.ended).toBe(true);
    });

    test("localizes what fails", async () => {
        await controller.profiles.get("Localize")?.(new TestRunRequest(), token);
        expect(server.asked).toEqual(["runTests", "listTests", "localize"]);
    });
});

describe("a test", () => {
    const file = Uri.parse(FILE);
    const told = (test: TestResult) => {
        const { expectedOutput, actualOutput, location } = message(file as never, test) as never as {
            expectedOutput?: string;
            actualOutput?: string;
            location: { uri: Uri; range: { startLine: number } };
        };
        return { expectedOutput, actualOutput, at: `${location.uri}:${location.range.startLine}` };
    };

    test("that printed something else shows both texts, in the file that states it", () => {
        expect(told(FAILED)).toEqual({ expectedOutput: "2\n", actualOutput: "1\n", at: "file:///work/tests/t2.out:0" });
    });

    test("that stopped is shown where it stopped", () => {
        const stopped = { ...FAILED, line: 7, expected: null, reason: "division by zero" };
        expect(told(stopped)).toEqual({ expectedOutput: undefined, actualOutput: undefined, at: `${FILE}:6` });
    });

    test("whose assertion compared two values shows these", () => {
        const asserted = { expected: "3", actual: "5" };
        expect(told({ ...FAILED, line: 7, asserted })).toEqual({ expectedOutput: "3", actualOutput: "5", at: `${FILE}:6` });
    });

    test("that did not come to its end says why, whatever it has printed", () => {
        const endless = { ...FAILED, line: 9, reason: "does not end" };
        expect(told(endless)).toEqual({ expectedOutput: undefined, actualOutput: undefined, at: `${FILE}:8` });
        const open = { ...FAILED, outcome: "unanalysable" as const, line: 9 };
        expect(told(open).expectedOutput).toBeUndefined();
    });

    test("with the right output and a wrong exit status shows no difference", () => {
        expect(told({ ...FAILED, expected: "1\n", reason: "exit status 1, expected 0" }).expectedOutput).toBeUndefined();
    });

    test("belongs to the file that states it, or to its program", () => {
        const at = (test: TestResult) => {
            const { uri, range } = origin(file as never, test);
            return [uri.toString(), (range as never as { startLine: number } | undefined)?.startLine];
        };
        expect(at(result("t1", { path: "tests/t1.out" }))).toEqual(["file:///work/tests/t1.out", 0]);
        expect(at(result("t1", { path: "/work/faultlens.toml", path_line: 9 }))).toEqual(["file:///work/faultlens.toml", 8]);
        expect(at(result("t1", { path: null }))).toEqual([FILE, undefined]);
    });

    test("of the tree is found again by its row", async () => {
        await explorer.onStatus(statusParams());
        const item = program();
        const row = item?.children.get("t2");
        expect(target(row as never)).toEqual({ uri: Uri.parse(FILE), test: "t2" });
        expect(target(item as never)).toEqual({ uri: Uri.parse(FILE), test: undefined });
    });
});

// The tests in VS Code's Test Explorer: below each program those that the server has found. The server runs them, all of a
// program at once and by itself when the text changes; each run has a number, and what is shown is always of one run.

import { basename } from "node:path";
import * as vscode from "vscode";
import { CoveredFile, coveredFiles } from "./coverage";
import { debugTest } from "./debugTest";
import { type CoveredLine, type StatusParams, type TestReport, type TestResult, serverCommands } from "./protocol";
import { origin, tell } from "./testResults";

/** Executes a command of the server, for a document where it is about one. */
export type Execute = (command: string, uri?: vscode.Uri) => Promise<unknown>;

/** A program whose tests are shown. */
interface Program {
    readonly uri: vscode.Uri;
    readonly item: vscode.TestItem;
    /** The server's run that is shown, or being fetched; `null` when there is none, as after a close. */
    run: number | null;
    /** Which lines its tests run. */
    coverage: readonly CoveredLine[];
    /** Done when the tests of that run are shown. */
    shown: Promise<void>;
    /** The runs that the user has started and that have not ended. */
    readonly waiting: Set<vscode.TestRun>;
}

/** A program as it is listed, for tests. */
export interface ListedProgram {
    id: string;
    description: string;
    tests: { id: string; uri: string; description: string }[];
}

/** The program and the test that an item of the tree stands for. */
export function target(item: vscode.TestItem): { uri: vscode.Uri; test: string | undefined } {
    return item.parent === undefined
        ? { uri: vscode.Uri.parse(item.id), test: undefined }
        : { uri: vscode.Uri.parse(item.parent.id), test: item.id };
}

export class TestExplorer implements vscode.Disposable {
    readonly #controller = vscode.tests.createTestController("faultlens", "FaultLens");
    readonly #execute: Execute;
    readonly #programs = new Map<string, Program>();
    /**
     * The user looks at the coverage. Every run that ends without telling one closes that view, so those that nobody has
     * asked for tell it as well; so it is always about the present text.
     */
    #covers = false;

    constructor(execute: Execute) {
        this.#execute = execute;
        const { Coverage, Debug, Run } = vscode.TestRunProfileKind;
        this.#controller.createRunProfile("Run", Run, (request, token) => this.#run(request, token, Run, false), true);
        this.#controller.resolveHandler = (item) => this.#resolve(item);
        this.#controller.refreshHandler = () => this.list();
        this.#controller.createRunProfile("Localize", Run, (request, token) => this.#run(request, token, Run, true));
        this.#controller.createRunProfile("Debug", Debug, (request) => this.#debug(request), true);
        const coverage = this.#controller.createRunProfile(
            "Coverage",
            Coverage,
            (request, token) => this.#run(request, token, Coverage, false),
            true,
        );
        coverage.loadDetailedCoverage = (_run, file) =>
            Promise.resolve(file instanceof CoveredFile ? file.details() : []);
    }

    /** Lists the programs of the workspace that have tests. Those of a program are known when it is opened. */
    async list(): Promise<void> {
        const uris = await this.#execute(serverCommands.listPrograms);
        for (const uri of Array.isArray(uris) ? uris.map((text) => vscode.Uri.parse(String(text))) : []) {
            if (!this.#programs.has(uri.toString())) {
                const { item } = this.#add(uri);
                item.canResolveChildren = true;
                this.#controller.items.add(item);
            }
        }
    }

    /** The server tells how a document stands. */
    async onStatus(status: StatusParams): Promise<void> {
        const uri = vscode.Uri.parse(status.uri);
        const known = this.#programs.get(uri.toString());
        if (status.version === null) {
            // Its tests stay in sight; nobody watches over them any more.
            if (known !== undefined) {
                known.run = null;
                known.item.busy = false;
                this.#controller.invalidateTestResults(known.item);
            }
            return;
        }
        if (known === undefined && status.testRun === null) {
            return;
        }
        const program = known ?? this.#add(uri);
        program.item.busy = status.state === "testing";
        program.item.description = status.failing ? `${status.failing} of ${status.tests} fail` : "";
        if (status.testRun !== null && status.testRun !== program.run) {
            program.run = status.testRun;
            program.shown = this.#fetch(program, status.testRun);
        }
        await program.shown;
        if (status.testsStale) {
            this.#controller.invalidateTestResults(program.item);
        }
    }

    /** Nothing is known any more: the server has stopped. */
    clear(): void {
        this.#programs.clear();
        this.#controller.items.replace([]);
    }

    /** What is listed, as plain data. */
    listed(): ListedProgram[] {
        return [...this.#controller.items].map(([id, item]) => ({
            id,
            description: item.description ?? "",
            tests: [...item.children].map(([test, { uri, description }]) => ({
                id: test,
                uri: uri?.toString() ?? "",
                description: description ?? "",
            })),
        }));
    }

    dispose(): void {
        this.#controller.dispose();
    }

    #add(uri: vscode.Uri): Program {
        const inside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
        const label = inside ? vscode.workspace.asRelativePath(uri) : basename(uri.fsPath);
        const item = this.#controller.createTestItem(uri.toString(), label, uri);
        const program: Program = { uri, item, run: null, coverage: [], shown: Promise.resolve(), waiting: new Set() };
        this.#programs.set(uri.toString(), program);
        return program;
    }

    /** Gets the tests of a run and shows them, unless another run has come meanwhile. */
    async #fetch(program: Program, run: number): Promise<void> {
        try {
            const report = await this.#execute(serverCommands.listTests, program.uri);
            if (report && program.run === run) {
                const { program: elsewhere, tests, coverage } = report as TestReport;
                // The tests of a program are listed once, below the file in which it begins.
                program.coverage = elsewhere ? [] : coverage;
                this.#show(program, elsewhere ? [] : tests);
            }
        } catch {
            // It was closed meanwhile, or the server has gone. Whatever comes next is news.
            program.run = null;
        }
    }

    /** The tests of a program are wanted: the server finds those of open documents. */
    async #resolve(item: vscode.TestItem | undefined): Promise<void> {
        const program = item && this.#programs.get(item.id);
        if (program?.run === null) {
            await vscode.workspace.openTextDocument(program.uri);
        }
    }

    #show(program: Program, tests: readonly TestResult[]): void {
        program.item.canResolveChildren = false;
        if (tests.length === 0) {
            this.#controller.items.delete(program.item.id);
            program.item.children.replace([]);
            return;
        }
        program.item.children.replace(tests.map((test) => this.#item(program, test)));
        this.#controller.items.add(program.item);
        // A run that nobody has asked for must not open anything, nor outlive the window.
        const unasked = new vscode.TestRunRequest([program.item], undefined, undefined, false, true);
        const own = program.waiting.size === 0 ? this.#controller.createTestRun(unasked, undefined, false) : undefined;
        for (const run of own === undefined ? program.waiting : [own]) {
            for (const test of tests) {
                const item = program.item.children.get(test.id);
                if (item !== undefined) {
                    tell(run, item, program.uri, test);
                }
            }
            // The view shows what the last run has told: one that nobody has asked for tells all that is known.
            const covered = run === own ? [...this.#programs.values()] : [program];
            for (const { uri, coverage } of this.#covers ? covered : []) {
                coveredFiles(uri, coverage).forEach((file) => run.addCoverage(file));
            }
        }
        own?.end();
    }

    #item(program: Program, test: TestResult): vscode.TestItem {
        const { uri, range } = origin(program.uri, test);
        const known = program.item.children.get(test.id);
        const item =
            known?.uri?.toString() === uri.toString()
                ? known
                : this.#controller.createTestItem(test.id, test.id, uri);
        item.range = range;
        item.description = test.reason ?? "";
        return item;
    }

    /** The user wants to see a test in the debugger; there is one at a time. */
    async #debug(request: vscode.TestRunRequest): Promise<void> {
        const [item] = request.include ?? [...this.#controller.items].map(([, program]) => program);
        if (item === undefined) {
            return;
        }
        const { uri, test } = target(item);
        await vscode.workspace.openTextDocument(uri);
        await debugTest(this.#execute, uri, test);
    }

    /** The user runs tests: all those of the programs meant, whichever of them were asked for. */
    async #run(
        request: vscode.TestRunRequest,
        token: vscode.CancellationToken,
        kind: vscode.TestRunProfileKind,
        localize: boolean,
    ): Promise<void> {
        this.#covers = kind === vscode.TestRunProfileKind.Coverage;
        const run = this.#controller.createTestRun(request);
        const meant = request.include?.map((item) => target(item).uri.toString()) ?? [...this.#programs.keys()];
        const programs = [...new Set(meant)].flatMap((uri) => this.#programs.get(uri) ?? []);
        await Promise.all(programs.map((program) => this.#runProgram(program, run, token, localize)));
        run.end();
    }

    async #runProgram(
        program: Program,
        run: vscode.TestRun,
        token: vscode.CancellationToken,
        localize: boolean,
    ): Promise<void> {
        program.item.children.forEach((item) => run.started(item));
        program.waiting.add(run);
        const cancel = token.onCancellationRequested(() => void this.#execute(serverCommands.cancel, program.uri));
        try {
            // The server knows only what is open; a closed program has lost its numbers.
            await vscode.workspace.openTextDocument(program.uri);
            const status = (await this.#execute(serverCommands.runTests, program.uri)) as StatusParams | undefined;
            if (status !== undefined) {
                await this.onStatus(status);
                run.appendOutput(`${basename(program.uri.fsPath)}: ${status.text}\r\n`);
            }
            if (localize && status?.failing) {
                await vscode.window.showTextDocument(program.uri, { preview: false });
                await this.#execute(serverCommands.localize, program.uri);
            }
        } catch (error) {
            // Ended by the user, by an edit, or by a mishap: there is no verdict, and the reason is told.
            const why = error instanceof Error ? error.message : String(error);
            run.appendOutput(`${basename(program.uri.fsPath)}: ${why}\r\n`);
            program.item.children.forEach((item) => run.skipped(item));
        } finally {
            cancel.dispose();
            program.waiting.delete(run);
        }
    }
}

// What the Test Explorer says of a test, in VS Code's objects. No verdict is made here: each is the server's.

import { dirname, resolve } from "node:path";
import * as vscode from "vscode";
import type { TestResult } from "./protocol";

/** The file that states what a test expects, and the line; the program itself where no other file does. */
export function origin(program: vscode.Uri, test: TestResult): { uri: vscode.Uri; range: vscode.Range | undefined } {
    const uri = test.path === null ? program : vscode.Uri.file(resolve(dirname(program.fsPath), test.path));
    const line = test.path_line ?? (test.path === null ? undefined : 1);
    return { uri, range: line === undefined ? undefined : lineRange(line) };
}

/** Shorter times are not worth the room: nobody waits for them. */
const TOLD_TIME_MS = 1;

/** Says in a run how a test ended; the reason, where there is one, in the output of the run too. */
export function tell(run: vscode.TestRun, item: vscode.TestItem, program: vscode.Uri, test: TestResult): void {
    const time = test.time_ms < TOLD_TIME_MS ? undefined : test.time_ms;
    switch (test.outcome) {
        case "pass":
            run.passed(item, time);
            break;
        case "fail":
            run.failed(item, message(program, test), time);
            break;
        case "unanalysable":
            run.errored(item, message(program, test), time);
            break;
        case "ignored":
            run.skipped(item);
            break;
    }
    if (test.reason !== null) {
        run.appendOutput(`${test.id}: ${test.reason.replaceAll(/\r?\n/g, "\r\n")}\r\n`, undefined, item);
    }
}

/**
 * What was expected and what came, where these differ: the values that an assertion compared, or what was printed. A run
 * that stopped at a line, or did not get there, has not printed the wrong thing: its reason says more.
 */
function difference(test: TestResult): { expected: string; actual: string } | undefined {
    if (test.asserted !== null) {
        return test.asserted;
    }
    const ended = test.outcome === "fail" && test.line === null;
    const differs = ended && test.expected !== null && test.expected !== test.stdout;
    return differs ? { expected: test.expected ?? "", actual: test.stdout } : undefined;
}

/** Why a test did not pass, where it stopped or what it expected, with both sides where there are two. */
export function message(program: vscode.Uri, test: TestResult): vscode.TestMessage {
    const text = test.reason ?? "The test did not pass.";
    const differs = difference(test);
    const told =
        differs === undefined
            ? new vscode.TestMessage(text)
            : vscode.TestMessage.diff(text, differs.expected, differs.actual);
    const stated = origin(program, test);
    told.location =
        test.line === null
            ? new vscode.Location(stated.uri, stated.range ?? lineRange(1))
            : new vscode.Location(program, lineRange(test.line));
    return told;
}

/** A line, counted from 1. */
function lineRange(line: number): vscode.Range {
    return new vscode.Range(line - 1, 0, line - 1, 0);
}

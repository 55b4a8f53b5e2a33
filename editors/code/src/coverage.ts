// Which lines the tests run, in VS Code's objects.

import { dirname, resolve } from "node:path";
import * as vscode from "vscode";
import type { CoveredLine } from "./protocol";

/** Behind the end of every line; VS Code cuts it. */
const END_OF_LINE = 10_000;

/** A file with its lines: the numbers are told at once, the lines when somebody looks at the file. */
export class CoveredFile extends vscode.FileCoverage {
    constructor(
        uri: vscode.Uri,
        readonly lines: readonly CoveredLine[],
    ) {
        const run = lines.filter((line) => line.tests > 0).length;
        super(uri, new vscode.TestCoverageCount(run, lines.length));
    }

    /** How many tests run each line. */
    details(): vscode.StatementCoverage[] {
        return this.lines.map(
            ({ line, tests }) =>
                new vscode.StatementCoverage(tests, new vscode.Range(line - 1, 0, line - 1, END_OF_LINE)),
        );
    }
}

/** The files of a program. */
export function coveredFiles(program: vscode.Uri, coverage: readonly CoveredLine[]): CoveredFile[] {
    const files = new Map<string, CoveredLine[]>();
    for (const line of coverage) {
        const path = resolve(dirname(program.fsPath), line.file);
        files.set(path, [...(files.get(path) ?? []), line]);
    }
    return [...files].map(([path, lines]) => new CoveredFile(vscode.Uri.file(path), lines));
}

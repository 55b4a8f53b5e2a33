// How a test is run under a debugger: a task that compiles the program, and a launch configuration that gives it the test's
// arguments and input. Only data is made here; `debugTest` writes it down.

import { basename, dirname, join } from "node:path";
import type { Build, TestResult } from "./protocol";

/** The kinds of debugger that VS Code has extensions for. */
export type Debugger = "cppdbg" | "lldb";

/** The folder of a project in which the programs and inputs for debugging are kept, relative to the project. */
export const KEPT_IN = join(".vscode", "faultlens");

export interface Launch {
    /** For `launch.json`. */
    configuration: Entry & { name: string };
    /** For `tasks.json`. */
    task: Entry & { label: string };
    /** A file that has to be written before. */
    input: { path: string; text: string } | undefined;
    /** The folder that has to be there before. */
    folder: string;
}

type Entry = Record<string, unknown>;

/** Names of files are made of tests' names, which may have anything in them. */
function fileName(text: string): string {
    return text.replaceAll(/[^\w.-]+/g, "_");
}

/**
 * @param project folder of the project, in which everything is kept
 * @param program file in which the program begins
 */
export function launchOf(project: string, program: string, build: Build, test: TestResult, using: Debugger): Launch {
    const folder = join(project, KEPT_IN);
    const stem = basename(program).replace(/\.c$/, "");
    const executable = join(folder, fileName(stem));
    const input =
        test.stdin === null
            ? undefined
            : { path: join(folder, `${fileName(stem)}.${fileName(test.id)}.in`), text: test.stdin };
    const task = {
        label: `FaultLens: compile ${basename(program)}`,
        type: "process",
        command: "gcc",
        args: ["-g", "-O0", ...build.flags, ...build.files, "-o", executable, "-lm"],
        options: { cwd: project },
        problemMatcher: using === "cppdbg" ? ["$gcc"] : [],
    };
    const common = {
        name: `${basename(program)}: ${test.id}`,
        type: using,
        request: "launch",
        program: executable,
        cwd: dirname(program),
        preLaunchTask: task.label,
    };
    const configuration =
        using === "lldb"
            ? { ...common, args: test.args, stdio: [input?.path ?? null, null, null] }
            : {
                  ...common,
                  // The debugger starts the program through a shell, which takes the input from the file.
                  args: input === undefined ? test.args : [...test.args, "<", input.path],
                  MIMode: "gdb",
                  externalConsole: false,
              };
    return { configuration, task, input, folder };
}

/** The list with the entry in the place of the one that has the same name, else at its end. */
export function withEntry<T extends Entry>(entries: readonly T[], entry: T, name: keyof T & string): T[] {
    const at = entries.findIndex((known) => known[name] === entry[name]);
    return at < 0 ? [...entries, entry] : entries.map((known, i) => (i === at ? entry : known));
}

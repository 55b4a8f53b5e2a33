// Jobs made from what is on the page.

import type { Program, TestCase } from "../program";
import type { Diagnosis, LocalizeReport } from "./reports";
import type { GivenTest, Job, JobKind } from "./protocol";

/** The name of the program in reports. */
const FILE = "program.c";
/** Seconds after which a search ends with what it has found. */
const SECONDS = 10;

export function job<K extends JobKind>(kind: K, program: Program): Job & { kind: K } {
    return {
        kind,
        file: FILE,
        text: program.text,
        linked: [],
        given: program.tests.map(given),
        tests: null,
        options: { solver: "sat", workers: 1, timeout: SECONDS, work: null },
    };
}

/** Most causes that a story may lead to. */
const MOST_CAUSES = 5;

/**
 * A job about one test: its story, or its run statement by statement. With the report of a finished search in this very
 * program, a story need not search again.
 */
export function jobOn<K extends "explain" | "trace">(
    kind: K,
    program: Program,
    test: string,
    report?: LocalizeReport,
): Job & { kind: K } {
    const isOwn = ({ group }: Diagnosis): boolean => report?.groups[group]?.tests.includes(test) ?? false;
    const own = report?.diagnoses.filter(isOwn).slice(0, MOST_CAUSES);
    const found = own?.map((set) => ({ ...set, fixes: [] })) ?? null;
    const explain = { test, assume_branches: false, run: kind === "trace", is_story: kind === "explain", found };
    return { ...job(kind, program), explain };
}

function given({ name, stdin, stdout }: TestCase): GivenTest {
    return { name, stdin: ended(stdin), stdout: ended(stdout) };
}

/** Lines end with a line feed, as those of files and of a keyboard do; a text area leaves the last one to the writer. */
function ended(text: string): string {
    return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

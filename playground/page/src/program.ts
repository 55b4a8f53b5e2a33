// A C program with its tests: what is edited, shared and localized.

export interface TestCase {
    name: string;
    stdin: string;
    stdout: string;
}

export interface Program {
    text: string;
    tests: TestCase[];
}

/** Whether a value from outside, such as a link, is a program. */
export function isProgram(value: unknown): value is Program {
    const { text, tests } = (value ?? {}) as Record<keyof Program, unknown>;
    return typeof text === "string" && Array.isArray(tests) && tests.every(isTest);
}

function isTest(value: unknown): value is TestCase {
    const { name, stdin, stdout } = (value ?? {}) as Record<keyof TestCase, unknown>;
    return [name, stdin, stdout].every((part) => typeof part === "string");
}

/**
 * The program as the engine can read it: UTF-8 without a byte order mark and without halves of characters, and tests with
 * different names.
 */
export function cleaned({ text, tests }: Program): Program {
    const whole = (part: string): string => new TextDecoder("utf-8").decode(new TextEncoder().encode(part));
    const named: TestCase[] = [];
    for (const { name, stdin, stdout } of tests) {
        const isFree = name.trim() !== "" && named.every((other) => other.name !== whole(name));
        named.push({ name: isFree ? whole(name) : freeName(named), stdin: whole(stdin), stdout: whole(stdout) });
    }
    return { text: whole(text).replaceAll(/\r\n?/g, "\n"), tests: named };
}

/** A name that none of the tests has: `t1`, `t2`, … */
export function freeName(tests: readonly Pick<TestCase, "name">[]): string {
    const names = new Set(tests.map(({ name }) => name));
    let number = tests.length + 1;
    while (names.has(`t${number}`)) {
        number += 1;
    }
    return `t${number}`;
}

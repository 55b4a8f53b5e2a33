// Phrases that several views share; they follow those of the command line and the editors.

/** `1 test`, `3 tests` */
export function counted(count: number, noun: string): string {
    return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `a`, `a and b`, `a, b and c` */
export function listed(items: readonly string[]): string {
    const last = items.at(-1) ?? "";
    return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

/** The first items, and the number of the others: `t0, t2 and 12 more` */
export function some(items: readonly string[], most: number): string {
    const more = items.length - most;
    return more > 0 ? `${items.slice(0, most).join(", ")} and ${more} more` : items.join(", ");
}

/** `line 5`, `lines 5 and 8` */
export function lines(numbers: readonly number[]): string {
    const all = [...new Set(numbers)].sort((a, b) => a - b).map(String);
    return `${all.length === 1 ? "line" : "lines"} ${listed(all)}`;
}

/** `41 ms`, `3.2 s` */
export function duration(ms: number): string {
    return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function capital(sentence: string): string {
    return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** C text on one line; white space in literals stays as it is. */
export function flat(text: string): string {
    const literalOrBlank = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\s+/g;
    return text.trim().replaceAll(literalOrBlank, (_, literal?: string) => literal ?? " ");
}

export function oneLine(text: string, width: number): string {
    const line = [...flat(text)];
    return line.length <= width ? line.join("") : `${line.slice(0, width - 1).join("")}…`;
}

/** C text between back quotes, which views show as code. */
export function quoted(text: string, width = 60): string {
    return `\`${oneLine(text, width)}\``;
}

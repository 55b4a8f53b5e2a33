// Places in a text. The engine counts bytes of UTF-8 or characters (code points); the editor counts UTF-16 units.

/** Number of bytes of a code point in UTF-8. */
function bytesOf(codePoint: number): number {
    if (codePoint < 0x80) {
        return 1;
    }
    if (codePoint < 0x800) {
        return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
}

/** Translates byte offsets into one text. */
export class ByteOffsets {
    /** For each byte, the offset in UTF-16 of the character that it belongs to; at the end the length. */
    readonly #units: Uint32Array;

    constructor(text: string) {
        const units: number[] = [];
        let at = 0;
        for (const character of text) {
            for (let byte = bytesOf(character.codePointAt(0) ?? 0); byte > 0; byte -= 1) {
                units.push(at);
            }
            at += character.length;
        }
        units.push(at);
        this.#units = Uint32Array.from(units);
    }

    /** The offset in UTF-16; one behind the end is the end. */
    toUtf16(byte: number): number {
        return this.#units[byte] ?? this.#units.at(-1) ?? 0;
    }
}

/** The offset in UTF-16 of a line and column, both from 1; the column counts characters and ends with the line. */
export function offsetOf(text: string, line: number, column: number): number {
    let start = 0;
    for (let number = 1; number < line; number += 1) {
        const end = text.indexOf("\n", start);
        if (end < 0) {
            return text.length;
        }
        start = end + 1;
    }
    const end = text.indexOf("\n", start);
    const rest = text.slice(start, end < 0 ? text.length : end);
    let offset = start;
    let left = column - 1;
    for (const character of rest) {
        if (left <= 0) {
            break;
        }
        offset += character.length;
        left -= 1;
    }
    return offset;
}

// A program as part of a link: JSON, compressed with "deflate-raw", in base64 with the letters that links may have.

import { type Program, cleaned, isProgram } from "../program";

/** Most bytes of a program in a link; a short link could unpack to gigabytes. */
const MOST_BYTES = 1_000_000;

/** What a link says. */
export type Link = { kind: "program"; data: string } | { kind: "example"; name: string };

export function programLink(data: string): string {
    return `#p=${data}`;
}

export function exampleLink(name: string): string {
    return `#example=${encodeURIComponent(name)}`;
}

/** Reads the fragment of a link; undefined if it is of another kind. */
export function readLink(fragment: string): Link | undefined {
    const [, key, value] = /^#(p|example)=(.+)$/.exec(fragment) ?? [];
    if (key === undefined || value === undefined) {
        return undefined;
    }
    return key === "p" ? { kind: "program", data: value } : { kind: "example", name: decodeURIComponent(value) };
}

export async function encode(program: Program): Promise<string> {
    const bytes = new TextEncoder().encode(JSON.stringify(program));
    const packed = await through(bytes, new CompressionStream("deflate-raw"), Number.POSITIVE_INFINITY);
    const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The program of a link; undefined if the link is damaged. */
export async function decode(data: string): Promise<Program | undefined> {
    try {
        const letters = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
        const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
        const bytes = await through(packed, new DecompressionStream("deflate-raw"), MOST_BYTES);
        const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
        return isProgram(value) ? cleaned(value) : undefined;
    } catch {
        return undefined;
    }
}

async function through(
    bytes: Uint8Array<ArrayBuffer>,
    stream: CompressionStream | DecompressionStream,
    most: number,
): Promise<Uint8Array<ArrayBuffer>> {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
        size += read.value.length;
        if (size > most) {
            await reader.cancel();
            throw new Error("too large");
        }
        chunks.push(read.value as Uint8Array<ArrayBuffer>);
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

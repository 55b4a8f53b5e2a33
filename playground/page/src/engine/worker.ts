// The web worker: it runs one job in a fresh instance of the engine, and is ended by the page afterwards. The engine
// cannot be interrupted from within, so to cancel a job is to end its worker.

import { ConsoleStdout, File, OpenFile, WASI } from "@bjorn3/browser_wasi_shim";
import type { EngineEvent, Job } from "./protocol";

/** The module comes first, ahead of the job, so that a waiting worker is ready. */
export type ToWorker = { module: WebAssembly.Module } | { job: Job };

/** The part of a worker's global scope that is used; TypeScript's library for workers excludes the one for pages. */
declare const self: {
    onmessage: ((message: MessageEvent<ToWorker>) => void) | null;
    postMessage(event: EngineEvent): void;
};

let module: WebAssembly.Module | undefined;

self.onmessage = ({ data }) => {
    if ("module" in data) {
        ({ module } = data);
    } else if (module !== undefined) {
        void run(module, data.job).catch((error: unknown) => self.postMessage({ failed: { message: told(error) } }));
    }
};

async function run(engine: WebAssembly.Module, job: Job): Promise<void> {
    const stdin = new OpenFile(new File(new TextEncoder().encode(`${JSON.stringify(job)}\n`)));
    const stdout = ConsoleStdout.lineBuffered((line) => self.postMessage(JSON.parse(line) as EngineEvent));
    const stderr = ConsoleStdout.lineBuffered((line) => console.warn(line));
    const wasi = new WASI(["playground"], [], [stdin, stdout, stderr]);
    const instance = await WebAssembly.instantiate(engine, { wasi_snapshot_preview1: wasi.wasiImport });
    wasi.start(instance as Parameters<WASI["start"]>[0]);
}

/** A message for people; traps and exhausted stacks are errors with messages for programmers. */
function told(error: unknown): string {
    if (error instanceof RangeError) {
        return "the program needs more memory than the browser gives";
    }
    return `the engine stopped unexpectedly (${error instanceof Error ? error.message : String(error)})`;
}

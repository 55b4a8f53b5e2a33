// The engine as the page sees it: compiled once, then a worker for each job.

import type { EngineEvent, Job, JobKind, Report, ReportOf } from "./protocol";
import type { ToWorker } from "./worker";

/** The job was stopped by the user or replaced by another one. */
export class Stopped extends Error {}

/** The two files that the engine consists of, from beside the page. */
interface Loaded {
    module: WebAssembly.Module;
    /** The script of the workers, kept so that later workers start without the network. */
    script: string;
}

export class Engine {
    #loading: Promise<Loaded> | undefined;
    #spare: Worker | undefined;
    #isLoaded = false;

    get isLoaded(): boolean {
        return this.#isLoaded;
    }

    /** Fetches and compiles the engine unless that has begun; a failure may be repeated. */
    load(): Promise<Loaded> {
        this.#loading ??= load().then(
            (loaded) => {
                this.#spare = start(loaded);
                this.#isLoaded = true;
                return loaded;
            },
            (error: unknown) => {
                this.#loading = undefined;
                throw error;
            },
        );
        return this.#loading;
    }

    /** Runs a job and tells its events on the way. Ends its worker at the end, or when the signal says so. */
    async run<K extends JobKind>(
        job: Job & { kind: K },
        signal: AbortSignal,
        onEvent: (event: EngineEvent) => void = () => undefined,
    ): Promise<ReportOf<K>> {
        const loaded = await this.load();
        if (signal.aborted) {
            throw new Stopped();
        }
        const worker = this.#spare ?? start(loaded);
        this.#spare = undefined;
        try {
            return await new Promise<ReportOf<K>>((resolve, reject) => {
                signal.addEventListener("abort", () => reject(new Stopped()), { once: true });
                worker.onerror = (event) => reject(new Error(event.message));
                worker.onmessage = ({ data }: MessageEvent<EngineEvent>) => {
                    if (data.failed !== undefined) {
                        reject(new Error(data.failed.message));
                    } else if (data.done !== undefined) {
                        (resolve as (report: Report["value"]) => void)(data.done.report.value);
                    } else {
                        onEvent(data);
                    }
                };
                send(worker, { job });
            });
        } finally {
            worker.terminate();
            this.#spare ??= start(loaded);
        }
    }
}

async function load(): Promise<Loaded> {
    const [module, script] = await Promise.all([compiled("playground.wasm"), fetched("worker.js").then((r) => r.blob())]);
    return { module, script: URL.createObjectURL(script) };
}

async function compiled(name: string): Promise<WebAssembly.Module> {
    const response = await fetched(name);
    // Some servers do not know the type of the file, without which it cannot be compiled while it arrives.
    const isKnown = response.headers.get("Content-Type")?.startsWith("application/wasm") ?? false;
    return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

async function fetched(name: string): Promise<Response> {
    const response = await fetch(new URL(name, document.baseURI)).catch(() => undefined);
    if (!response?.ok) {
        throw new Error(`the file ${name} could not be loaded`);
    }
    return response;
}

function start({ module, script }: Loaded): Worker {
    const worker = new Worker(script);
    send(worker, { module });
    return worker;
}

function send(worker: Worker, message: ToWorker): void {
    worker.postMessage(message);
}

// Builds dist/: the page, its script, its worker, its style, the script for other pages, and the engine.

import { build } from "esbuild";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const dist = join(here, "dist");
const engine = process.env.PLAYGROUND_WASM ?? join(here, "../../target/wasm32-wasip1/page/playground.wasm");

/** The folders of examples/ as one module; the line of the fault is for the tests only. */
const examples = {
    name: "examples",
    setup(setup) {
        setup.onResolve({ filter: /^virtual:examples$/ }, ({ path }) => ({ path, namespace: "examples" }));
        setup.onLoad({ filter: /.*/, namespace: "examples" }, () => ({ contents: JSON.stringify(read()), loader: "json" }));
    },
};

/** The easiest come first. */
const ORDER = ["largest", "sum", "leap", "rows", "room", "price", "reverse", "list", "search"];

function read() {
    const folder = join(here, "examples");
    const names = readdirSync(folder).sort((a, b) => place(a) - place(b));
    return names.map((name) => {
        const { title, tests } = JSON.parse(readFileSync(join(folder, name, "tests.json"), "utf8"));
        return { name, title, text: readFileSync(join(folder, name, "prog.c"), "utf8"), tests };
    });
}

function place(name) {
    const at = ORDER.indexOf(name);
    return at < 0 ? ORDER.length : at;
}

if (!existsSync(engine)) {
    console.error(`The engine is missing: ${engine}\nBuild it as ../README.md says, or name it in PLAYGROUND_WASM.`);
    process.exit(1);
}
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const common = { bundle: true, minify: true, target: "es2022", outdir: dist, logLevel: "warning" };
await build({ ...common, entryPoints: { app: join(here, "src/app.ts") }, format: "esm", plugins: [examples] });
await build({
    ...common,
    entryPoints: { worker: join(here, "src/engine/worker.ts"), embed: join(here, "src/embed.ts") },
    format: "iife",
});
await build({ ...common, entryPoints: { style: join(here, "src/style.css") } });
copyFileSync(join(here, "src/index.html"), join(dist, "index.html"));
cpSync(engine, join(dist, "playground.wasm"));

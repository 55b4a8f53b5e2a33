// Loads a module of src/ into node: the helpers need no browser.

import { build } from "esbuild";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function load(name) {
    const outfile = join(mkdtempSync(join(tmpdir(), "playground-")), "module.mjs");
    const entry = join(import.meta.dirname, "../src", name);
    await build({ entryPoints: [entry], outfile, bundle: true, format: "esm", logLevel: "warning" });
    return import(outfile);
}

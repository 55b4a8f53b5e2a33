// The suite of itest/, inside the extension host of a real VS Code (code-server in headless Chromium).
//
// Usage: node host.mjs --deps DIR --extension DIR --suite FILE --workspace DIR --shots DIR
// DIR of --extension is what a .vsix unpacks to; the workspace is a copy, and is edited.

import { parseArgs } from "node:util";
import { join } from "node:path";
import { openWorkbench } from "./workbench.mjs";

const { values: options } = parseArgs({
    options: {
        deps: { type: "string" },
        extension: { type: "string" },
        suite: { type: "string" },
        workspace: { type: "string" },
        shots: { type: "string" },
    },
});

const TIMEOUT_MS = 240_000;
let end = () => {};
const ended = new Promise((resolve) => (end = resolve));
const timer = setTimeout(() => end("no end within its time"), TIMEOUT_MS);
/** What VS Code says besides the suite; of interest after a failure only. */
const noise = [];
const log = (type, parts) => {
    const text = parts.join(" ");
    if (text.startsWith("ok: ")) {
        console.log(text);
    } else {
        noise.push(`${type}: ${text}`);
    }
};
const suite = { extension: options.extension, file: options.suite, log, end };
const bench = await openWorkbench({ ...options, suite, file: join(options.workspace, "median.c") });
const code = await ended;
clearTimeout(timer);
if (code !== 0) {
    await bench.shot("host-failure").catch(() => {});
    // What failed stands last, where a long log is cut at its beginning.
    const failures = noise.filter((text) => text.includes("Error: "));
    console.error([...noise, `FAIL: ${code}`, ...failures].join("\n"));
    process.exitCode = 1;
} else {
    console.log("PASS");
}
const left = await bench.close();
if (left.length > 0) {
    console.error("processes left behind:", left);
    process.exitCode = 1;
}

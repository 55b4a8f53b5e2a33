// `npm run package`: the extension with the server inside, as faultlens-<system>-<version>.vsix.
// The server is $FAULTLENS_BIN, else the newest release build; -- --out DIR --target SYSTEM say where to and what for.

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const repository = resolve(root, "../..");
/** Where texts and pictures are that the packed README names by relative paths. */
const PUBLIC = "https://github.com/faultlens/faultlens";

const { values } = parseArgs({
    options: {
        out: { type: "string", default: root },
        target: { type: "string", default: `${process.platform}-${process.arch}` },
    },
});
const suffix = values.target.startsWith("win32") ? ".exe" : "";

function serverBinary() {
    const binary = resolve(process.env.FAULTLENS_BIN ?? join(repository, `target/release/faultlens${suffix}`));
    if (!existsSync(binary)) {
        throw new Error(`${binary} does not exist: run “cargo build --release”, or set FAULTLENS_BIN`);
    }
    return binary;
}

function copyServer(binary) {
    const folder = join(root, "server");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const program = join(folder, `faultlens${suffix}`);
    copyFileSync(binary, program);
    chmodSync(program, 0o755);
    // For editing faultlens.toml without a network: a TOML extension takes no path inside another extension.
    copyFileSync(join(repository, "server/faultlens.schema.json"), join(folder, "faultlens.schema.json"));
    // A release's server has the licences of what is linked into it beside it.
    const licences = join(dirname(binary), "THIRD-PARTY.md");
    if (existsSync(licences)) {
        copyFileSync(licences, join(folder, "THIRD-PARTY.md"));
    }
}

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
copyServer(serverBinary());
mkdirSync(values.out, { recursive: true });
const vsix = join(resolve(values.out), `faultlens-${values.target}-${version}.vsix`);
execFileSync(
    join(root, "node_modules/.bin/vsce"),
    [
        "package",
        "--no-dependencies",
        ...["--target", values.target],
        ...["--baseContentUrl", `${PUBLIC}/blob/HEAD/editors/code`],
        ...["--baseImagesUrl", `${PUBLIC}/raw/HEAD/editors/code`],
        ...["--out", vsix],
    ],
    { cwd: root, stdio: "inherit", shell: process.platform === "win32" },
);

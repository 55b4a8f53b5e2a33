// `npm run package`: the extension with the server inside, as faultlens-linux-x64-<version>.vsix.
// The server is $FAULTLENS_BIN, else the newest release build; the folder can be given: -- --out DIR.

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const repository = resolve(root, "../..");
const folder = join(root, "server");

/** Libraries that every Linux has, or that come with the C library, are not shipped. */
const SYSTEM_LIBRARY = /^\/(usr\/)?lib(64)?\//;

function serverBinary() {
    const binary = resolve(process.env.FAULTLENS_BIN ?? join(repository, "target/release/faultlens"));
    if (!existsSync(binary)) {
        throw new Error(`${binary} does not exist: run “cargo build --release”, or set FAULTLENS_BIN`);
    }
    return binary;
}

/** Absolute paths of the shared libraries that the program would load. */
function libraries(program) {
    const lines = execFileSync("ldd", [program], { encoding: "utf8" }).split("\n");
    const missing = lines.filter((line) => line.includes("not found"));
    if (missing.length > 0) {
        throw new Error(`${program} lacks libraries:\n${missing.join("\n")}`);
    }
    return lines.flatMap((line) => / => (\/\S+)/.exec(line)?.[1] ?? []);
}

/** Z3, which the program loads when it first needs it: from beside it in a release, else where set-up put it. */
function z3(binary) {
    for (const place of [dirname(binary), join(repository, ".deps/z3/lib")]) {
        const name = existsSync(place) && readdirSync(place).find((name) => name.startsWith("libz3.so."));
        if (name) {
            return join(place, name);
        }
    }
    throw new Error(`there is no libz3 for ${binary}: run “cargo xtask setup”`);
}

function copyServer(binary) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const program = join(folder, "faultlens");
    copyFileSync(binary, program);
    chmodSync(program, 0o755);
    // A release's server has the licences of what is linked into it beside it.
    const licences = join(dirname(binary), "THIRD-PARTY.md");
    if (existsSync(licences)) {
        copyFileSync(licences, join(folder, basename(licences)));
    }
    if (!isElf(binary)) {
        return;
    }
    const shipped = libraries(binary).filter((path) => !SYSTEM_LIBRARY.test(path));
    for (const path of [...shipped, z3(binary)]) {
        copyFileSync(path, join(folder, basename(path)));
    }
    const outside = libraries(program).filter((path) => !SYSTEM_LIBRARY.test(path) && !path.startsWith(folder));
    const told = execFileSync(program, ["doctor"], { encoding: "utf8", env: {} });
    if (outside.length > 0 || !told.includes(`(${folder}/libz3.so`)) {
        throw new Error(`the packed server would load ${outside.join(", ") || "another Z3"}: link it with the rpath $ORIGIN`);
    }
}

function isElf(path) {
    return readFileSync(path).subarray(0, 4).toString("latin1") === "\x7fELF";
}

const { values } = parseArgs({ options: { out: { type: "string", default: root } } });
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const target = `${process.platform}-${process.arch}`;
copyServer(serverBinary());
mkdirSync(values.out, { recursive: true });
const vsix = join(resolve(values.out), `faultlens-${target}-${version}.vsix`);
execFileSync(
    join(root, "node_modules/.bin/vsce"),
    ["package", "--no-dependencies", "--target", target, "--out", vsix],
    { cwd: root, stdio: "inherit" },
);

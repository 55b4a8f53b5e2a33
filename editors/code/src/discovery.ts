// Finds the server: the setting, else the binary inside the extension, else the PATH. What is found is
// asked for its version first, so that a wrong path is an understandable message, not a failed start.

import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** Where a server was looked for. */
export type Origin = "setting" | "bundled" | "PATH";

export interface Server {
    path: string;
    origin: Origin;
    version: string;
}

/** Carries what a user needs to know, in one sentence or two. */
export class DiscoveryError extends Error {}

/** What discovery needs of the outside; tests put their own in its place. */
export interface Surroundings {
    platform: NodeJS.Platform;
    home: string;
    searchPath: string;
    isExecutable(path: string): boolean;
    /** Standard output of the program run with the arguments; rejects when it cannot or fails. */
    run(path: string, args: readonly string[]): Promise<string>;
}

export const realSurroundings: Surroundings = {
    platform: process.platform,
    home: homedir(),
    searchPath: process.env.PATH ?? "",
    isExecutable(path) {
        try {
            accessSync(path, constants.X_OK);
            return statSync(path).isFile();
        } catch {
            return false;
        }
    },
    run(path, args) {
        return new Promise((resolve, reject) => {
            execFile(path, args, { timeout: 10_000, windowsHide: true }, (error, stdout, stderr) =>
                error ? reject(new Error(stderr.trim() || error.message)) : resolve(stdout),
            );
        });
    },
};

/**
 * @param setting value of `faultlens.server.path`, empty when not set
 * @param extensionPath folder of the installed extension
 */
export async function findServer(
    setting: string,
    extensionPath: string,
    around: Surroundings = realSurroundings,
): Promise<Server> {
    const [path, origin] = locate(setting.trim(), extensionPath, around);
    return { path, origin, version: await versionOf(path, origin, around) };
}

function locate(setting: string, extensionPath: string, around: Surroundings): [string, Origin] {
    if (setting !== "") {
        // A setting that does not work is reported, never silently passed over.
        return [locateSetting(setting, around), "setting"];
    }
    const name = around.platform === "win32" ? "faultlens.exe" : "faultlens";
    const bundled = join(extensionPath, "server", name);
    if (around.isExecutable(bundled)) {
        return [bundled, "bundled"];
    }
    const onPath = searchPath(name, around);
    if (onPath !== undefined) {
        return [onPath, "PATH"];
    }
    throw new DiscoveryError(
        `FaultLens found no server: there is none in the extension (${bundled}) and no “${name}” on the PATH. ` +
            "Install it, or name it in the setting “faultlens.server.path”.",
    );
}

function locateSetting(setting: string, around: Surroundings): string {
    const path = setting.startsWith("~/") ? join(around.home, setting.slice(2)) : setting;
    if (/[\\/]/.test(path)) {
        if (around.isExecutable(path)) {
            return path;
        }
        throw new DiscoveryError(
            `The setting “faultlens.server.path” names “${path}”, which is not an executable file.`,
        );
    }
    const found = searchPath(path, around);
    if (found === undefined) {
        throw new DiscoveryError(
            `The setting “faultlens.server.path” names “${path}”, which is not on the PATH.`,
        );
    }
    return found;
}

function searchPath(name: string, around: Surroundings): string | undefined {
    return around.searchPath
        .split(delimiter)
        .filter((folder) => folder !== "")
        .map((folder) => join(folder, name))
        .find((path) => around.isExecutable(path));
}

async function versionOf(path: string, origin: Origin, around: Surroundings): Promise<string> {
    const from = origin === "setting" ? "the setting “faultlens.server.path”" : originName(origin);
    let output: string;
    try {
        output = await around.run(path, ["--version"]);
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new DiscoveryError(`“${path}” (from ${from}) does not run: ${reason}`);
    }
    const version = /^faultlens (\d+\.\d+\.\d+\S*)/.exec(output)?.[1];
    if (version === undefined) {
        const said = output.trim().split("\n")[0] ?? "";
        throw new DiscoveryError(
            `“${path}” (from ${from}) is not FaultLens: “--version” printed “${said}”.`,
        );
    }
    return version;
}

function originName(origin: Origin): string {
    return origin === "bundled" ? "the extension" : "the PATH";
}

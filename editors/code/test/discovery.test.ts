import { describe, expect, test } from "vitest";
import { DiscoveryError, type Surroundings, findServer } from "../src/discovery";

/** A machine with these programs; each prints its value, or fails with it when that is an error. */
function machine(programs: Record<string, string | Error>): Surroundings {
    return {
        platform: "linux",
        home: "/home/ada",
        searchPath: "/usr/local/bin::/usr/bin",
        isExecutable: (path) => path in programs,
        run: (path, args) => {
            expect(args).toEqual(["--version"]);
            const answer = programs[path];
            return answer instanceof Error || answer === undefined
                ? Promise.reject(answer ?? new Error("ENOENT"))
                : Promise.resolve(answer);
        },
    };
}

const OURS = "faultlens 0.1.0\n";
const find = (setting: string, programs: Record<string, string | Error>) =>
    findServer(setting, "/ext", machine(programs));

describe("what is found", () => {
    const everywhere = {
        "/opt/faultlens": OURS,
        "/ext/server/faultlens": OURS,
        "/usr/bin/faultlens": OURS,
    };
    test.each([
        ["the setting goes first", "/opt/faultlens", everywhere, "/opt/faultlens", "setting"],
        ["then the extension", "", everywhere, "/ext/server/faultlens", "bundled"],
        ["then the PATH", " ", { "/usr/bin/faultlens": OURS }, "/usr/bin/faultlens", "PATH"],
        ["~ is the home folder", "~/bin/fl", { "/home/ada/bin/fl": OURS }, "/home/ada/bin/fl", "setting"],
        ["a bare name is looked up", "fl", { "/usr/local/bin/fl": OURS }, "/usr/local/bin/fl", "setting"],
    ])("%s", async (_, setting, programs, path, origin) => {
        expect(await find(setting, programs)).toEqual({ path, origin, version: "0.1.0" });
    });

    test("versions with a suffix", async () => {
        const { version } = await find("", { "/usr/bin/faultlens": "faultlens 1.2.3-rc.1 (abc 2026-11-21)\n" });
        expect(version).toBe("1.2.3-rc.1");
    });
});

describe("what is not", () => {
    const crash = new Error("libz3.so: cannot open shared object file");
    test.each([
        ["nowhere", "", {}, /no server.*\/ext\/server\/faultlens.*PATH.*faultlens\.server\.path/],
        ["a wrong path is not passed over", "/opt/none", { "/usr/bin/faultlens": OURS }, /“\/opt\/none”, which is not an executable/],
        ["a wrong name", "nope", { "/usr/bin/faultlens": OURS }, /“nope”, which is not on the PATH/],
        ["it does not run", "/opt/f", { "/opt/f": crash }, /“\/opt\/f” \(from the setting “faultlens\.server\.path”\) does not run: libz3/],
        ["another program", "/bin/cat", { "/bin/cat": "cat (GNU coreutils) 9.1\nmore" }, /is not FaultLens: “--version” printed “cat \(GNU coreutils\) 9\.1”/],
        ["a broken bundle", "", { "/ext/server/faultlens": crash }, /from the extension/],
    ])("%s", async (_, setting, programs, message) => {
        const attempt = find(setting, programs as Record<string, string | Error>);
        await expect(attempt).rejects.toThrow(message);
        await expect(attempt).rejects.toBeInstanceOf(DiscoveryError);
    });
});

// What the server says, for tests.

import type { StatusParams } from "../src/protocol";

export const FILE = "file:///work/a.c";

/** The state of a file of which 2 of 8 tests fail, nothing looked for. */
export function statusParams(rest: Partial<StatusParams> = {}): StatusParams {
    return {
        uri: FILE,
        version: 1,
        state: "idle",
        result: "testsFail",
        stale: false,
        text: "2 of 8 tests fail",
        detail: "2 of 8 tests fail; nothing was localized yet.",
        tests: 8,
        failing: 2,
        testRun: 1,
        testsStale: false,
        set: null,
        sets: 0,
        setLines: [],
        explained: null,
        ...rest,
    };
}

import { describe, expect, test } from "vitest";
import { type Shown, onNews, render } from "../src/explanation";
import type { StatusParams } from "../src/protocol";
import { FILE, statusParams } from "./server";

const shown: Shown = { uri: FILE, version: 3, test: "t3", text: "# a.c:26: test t3 fails" };

function news(rest: Partial<StatusParams>): StatusParams {
    return statusParams({ version: 3, result: "found", ...rest });
}

describe("the window", () => {
    test.each([
        ["of another document", shown, news({ uri: "file:///work/b.c", version: 9 }), "keep"],
        ["of a document that was closed", shown, news({ version: null }), "keep"],
        ["of the same explanation", shown, news({ explained: "t3" }), "keep"],
        ["that tell the test first", { ...shown, test: undefined }, news({ explained: "t3" }), "keep"],
        ["of another test", shown, news({ explained: "t7" }), "ask again"],
        ["of a newer text that is explained", shown, news({ version: 4, explained: "t3" }), "ask again"],
        ["of a newer text", shown, news({ version: 4, stale: true }), "mark stale"],
        ["of a newer text, once more", { ...shown, version: undefined }, news({ version: 5 }), "keep"],
        ["after the edit was undone", { ...shown, version: undefined }, news({ version: 5, explained: "t3" }), "ask again"],
        ["before the explanation is known", shown, news({ version: 3 }), "keep"],
    ] as const)("at news %s", (_, before, status, what) => {
        expect(onNews(before, status)).toBe(what);
    });

    test("says that it is stale before all else", () => {
        expect(render(shown)).toBe(shown.text);
        expect(render({ ...shown, version: undefined })).toMatch(/^> \*\*stale:\*\*[^\n]*\n\n# a\.c/);
    });
});

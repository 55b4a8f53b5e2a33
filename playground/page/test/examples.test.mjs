// Each example: what FaultLens finds first is the line with the fault, and its repair makes all tests pass.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { localize, open, start, untilStatus } from "./browser.mjs";

const folder = join(import.meta.dirname, "../examples");
let context;
before(async () => {
    context = await start();
});
after(() => context.stop());

/** Milliseconds from the click until a first suspect is shown; far less is usual. */
const SOON = 4000;

for (const name of readdirSync(folder)) {
    test(`${name}`, async () => {
        const { fault, tests } = JSON.parse(readFileSync(join(folder, name, "tests.json"), "utf8"));
        const { page, complaints } = await open(context.browser, `${context.server.url}#example=${name}`);
        await untilStatus(page, "Ready.");
        const ended = await localize(page);
        assert.match(ended, /^\d of \d tests fails?, \d+ possible causes?( in \d+ lines?)? \(/);
        const lines = await page.locator(".causes > [data-line]").evaluateAll((items) => items.map(({ dataset }) => Number(dataset.line)));
        assert.equal(lines[0], fault, `lines ${lines}`);
        const times = await timesOf(page);
        assert.ok(times.suspected < SOON, `first suspects after ${times.suspected} ms`);
        await page.locator(".fix:not(.doubtful) button").first().click();
        await untilStatus(page, new RegExp(`^all ${tests.length} tests pass`));
        assert.equal(await page.locator("#tests .pass").count(), tests.length);
        assert.deepEqual(complaints, []);
        console.log(`${name}: first suspects after ${times.suspected} ms, end after ${times.end} ms`);
        await page.close();
    });
}

/** Milliseconds since the click. */
function timesOf(page) {
    return page.evaluate(() => {
        const at = (name) => performance.getEntriesByName(`faultlens:${name}`)[0]?.startTime ?? NaN;
        const since = (name) => Math.round(at(name) - at("begin"));
        return { suspected: since("suspected"), end: since("end") };
    });
}

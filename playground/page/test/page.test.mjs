// The page from end to end, in a browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ENDED, PATIENCE, cursorLine, localize, open, programOf, start, startFirefox, status, type, untilStatus } from "./browser.mjs";

let context;
before(async () => {
    context = await start();
});
after(() => context.stop());

const at = (fragment = "") => `${context.server.url}${fragment}`;

test("the page loads from its own folder alone, without a shift, and works without the network", async () => {
    const { page, complaints } = await open(context.browser, at());
    await page.waitForLoadState("networkidle");
    const { asked } = context.server;
    assert.deepEqual(asked.filter((path) => !path.startsWith("/some/path/")), []);
    assert.ok(asked.includes("/some/path/playground.wasm"));
    const shift = await page.evaluate(
        () =>
            new Promise((resolve) => {
                new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({
                    type: "layout-shift",
                    buffered: true,
                });
                setTimeout(() => resolve(0), 500);
            }),
    );
    assert.ok(shift < 0.01, `layout shift ${shift}`);
    const before = asked.length;
    await page.context().setOffline(true);
    await localize(page);
    // A worker that was ended is replaced without the network, too.
    await page.evaluate(() => ["localize", "stop"].forEach((id) => document.getElementById(id)?.click()));
    await untilStatus(page, "Stopped");
    await localize(page);
    assert.equal(asked.length, before);
    assert.deepEqual(complaints, []);
    await page.close();
});

test("suspects are marked, and a hover tells why", async () => {
    const { page } = await open(context.browser, at("#example=largest"));
    await localize(page);
    assert.equal((await page.locator(".cm-suspect.heat1").textContent()).trim(), "if (c > a)was true, needs false");
    assert.equal(await page.locator(".cm-part.heat1").first().textContent(), "c > a");
    assert.equal(await page.locator(".cm-bars .bars.heat1 i:visible").count(), 3);
    assert.equal(await page.locator(".hover").count(), 0);
    await page.locator(".cm-part.heat1").first().hover();
    const hover = await page.locator(".hover").textContent();
    assert.match(hover, /Suspect 1 of 4/);
    assert.match(hover, /peak1truefalse/);
    assert.match(hover, /Repair: in line 10 replace a by largest \(all tests pass\)/);
    assert.match(hover, /Why here: one change is enough/);
    await page.close();
});

test("doubtful repairs are marked, and an edit makes all results stale", async () => {
    const { page } = await open(context.browser, at("#example=search"));
    await localize(page);
    assert.match(await page.locator(".fix.doubtful").first().textContent(), /Doubtful/);
    assert.equal(await page.locator(".fix:not(.doubtful) .doubt").count(), 0);
    await page.locator(".cm-content").click();
    await page.keyboard.type(" ");
    await untilStatus(page, "The program has changed since");
    assert.equal(await page.locator(".fix button:enabled").count(), 0);
    assert.ok((await page.locator(".cm-line.stale").count()) > 0);
    assert.equal(await page.locator("#tests .fail").count(), 0);
    assert.equal(await page.locator("#example").inputValue(), "");
    // The example and back: the own program is still there.
    const own = await programOf(page);
    await page.locator("#example").selectOption("room");
    assert.notEqual(await programOf(page), own);
    await page.locator("#example").selectOption("");
    assert.equal(await programOf(page), own);
    await page.close();
});

test("byte offsets are right in a program that is not ASCII", async () => {
    const { page } = await open(context.browser, at("#example=largest"));
    const text = (await programOf(page)).replace("largest of", "größte 𝄞 of").replace('"%d\\n"', '"%d\\n" /* ä */');
    await type(page, text);
    await localize(page);
    assert.equal(await page.locator(".cm-part.heat1").first().textContent(), "c > a");
    await page.locator(".fix button").first().click();
    await untilStatus(page, "all 4 tests pass");
    assert.equal(await programOf(page), text.replace("c > a", "c > largest"));
    await page.close();
});

test("errors of the text are marked", async () => {
    const { page } = await open(context.browser, at("#example=largest"));
    await type(page, '#include <stdio.h>\nint main(void) {\n    int x = 1\n    printf("%d", x);\n}\n');
    await page.locator("#localize").click();
    assert.match(await untilStatus(page, "could not be analysed"), /before printf/);
    assert.equal(await page.locator(".cm-part.problem").textContent(), "printf");
    assert.match(await page.locator(".problems").textContent(), /line 4 error: expected/);
    await page.close();
});

test("a search can be stopped", async () => {
    const { page } = await open(context.browser, at("#example=sum"));
    await page.locator("#localize").click();
    await page.locator(".causes li").first().waitFor({ timeout: PATIENCE });
    await page.locator("#stop").click();
    assert.match(await status(page).textContent(), /Stopped \(.*\); there may be more\./);
    assert.ok(await page.locator("#stop").isDisabled());
    assert.ok((await page.locator(".causes li").count()) > 0);
    await page.close();
});

test("a test is explained while the search goes on", async () => {
    const { page } = await open(context.browser, at("#example=sum"));
    await page.locator("#localize").click();
    await page.getByRole("button", { name: /^Why does it fail/ }).first().click();
    await page.locator(".story li").first().waitFor({ timeout: PATIENCE });
    assert.match(await untilStatus(page, ENDED), /2 of 4 tests fail, \d+ possible causes/);
    assert.ok(await page.locator(".story li").first().isVisible());
    await page.close();
});

test("a story leads to the lines", async () => {
    const { page } = await open(context.browser, at("#example=room"));
    await localize(page);
    await page.getByRole("button", { name: "Why does it fail?: test wide" }).click();
    await page.locator(".story li").first().waitFor({ timeout: PATIENCE });
    assert.match(await page.locator("#detail h2").textContent(), /^How test wide fails$/);
    const sentences = await page.locator(".story li").allTextContents();
    assert.match(sentences[0], /expected "10 14", printed "25 13"/);
    await page.locator(".story button", { hasText: "line 7" }).first().click();
    assert.equal(await cursorLine(page), "    int area = width * width;");
    await page.locator("#detail").getByRole("button", { name: "Close" }).click();
    assert.ok(await page.locator("#detail").isHidden());
    await page.close();
});

test("a run is shown step by step, with variables and output", async () => {
    const { page } = await open(context.browser, at("#example=rows"));
    await page.locator("#run-tests").click();
    await untilStatus(page, "2 of 4 tests fail");
    await page.getByRole("button", { name: "Run step by step: test two rows" }).click();
    const slider = page.getByRole("slider", { name: "Step" });
    await slider.waitFor({ timeout: PATIENCE });
    const place = page.locator(".step-place");
    assert.match(await place.textContent(), /^Step 1 of \d+, line 6 in main/);
    assert.match(await page.locator(".cm-step").textContent(), /scanf\("%d %d"/);
    await page.getByRole("button", { name: "Next step" }).click();
    assert.match(await page.locator(".variables .new").first().textContent(), /rowschanged2/);
    await page.getByRole("button", { name: "Last step" }).click();
    assert.match(await place.textContent(), /Here the test fails: .*expected "15", printed "21"/);
    assert.equal(await page.locator(".output").textContent(), "6\n21\n");
    assert.equal(await page.locator(".output mark").textContent(), "21\n");
    await slider.press("ArrowLeft");
    assert.equal(await page.locator(".output").textContent(), "6\n");
    await page.close();
});

test("a link brings the program and its tests back", async () => {
    const options = { permissions: ["clipboard-read", "clipboard-write"] };
    const { page } = await open(context.browser, at("#example=largest"), options);
    const text = `${await programOf(page)}/* größer */\n`;
    await type(page, text);
    await page.locator("#add-test").click();
    await page.getByLabel("Input of test t5").fill("9 8 9");
    await page.getByLabel("Expected output of test t5").fill("9");
    await page.locator("#copy-link").click();
    await untilStatus(page, "The link is copied");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(at("#p=")), link);
    const other = await open(context.browser, link);
    assert.equal(await programOf(other.page), text);
    assert.equal(await other.page.getByLabel("Input of test t5").inputValue(), "9 8 9");
    assert.equal(await other.page.locator("#test-rows tr").count(), 5);
    const damaged = await open(context.browser, link.slice(0, -9));
    await untilStatus(damaged.page, "The link is damaged");
    await Promise.all([page.close(), other.page.close(), damaged.page.close()]);
});

test("Firefox shows the same", async (t) => {
    const firefox = await startFirefox();
    if (firefox === undefined) {
        console.log("Firefox: skipped, because there is none (FIREFOX names another place)");
        t.skip("no Firefox");
        return;
    }
    const { page, complaints } = await open(firefox, at("#example=largest"));
    assert.match(await localize(page), ENDED);
    assert.equal(await page.locator(".cm-part.heat1").first().textContent(), "c > a");
    assert.deepEqual(complaints, []);
    await firefox.close();
});

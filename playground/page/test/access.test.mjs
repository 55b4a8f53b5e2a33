// The page for everybody: by keyboard alone, on a narrow screen, in the dark, with a screen reader, in another page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ENDED, PATIENCE, cursorLine, localize, open, programOf, start, untilStatus } from "./browser.mjs";
import { faint } from "./contrast.mjs";

const PROGRAM = '#include &lt;stdio.h>\nint main(void) {\n    int a, b;\n    scanf("%d %d", &amp;a, &amp;b);\n    printf("%d\\n", a - b);\n    return 0;\n}\n';
const TESTS = JSON.stringify([
    { stdin: "1 2", stdout: "3" },
    { name: "zero", stdin: "4 0", stdout: "4" },
]);
const EMBEDDING = `<!doctype html><html lang="en"><title>Lesson</title><link rel="icon" href="data:,"><body>
<pre class="faultlens" data-height="500" data-tests='${TESTS}'>
${PROGRAM}</pre>
<p>In between.</p>
<div data-faultlens data-example="room" data-title="Two faults"></div>
<script src="/some/path/embed.js"></script></body></html>`;

let context;
before(async () => {
    context = await start({ "lesson.html": EMBEDDING });
});
after(() => context.stop());

const at = (fragment = "") => `${context.server.url}${fragment}`;

/** Presses Tab until the element with the focus has this name. */
async function tabTo(page, name) {
    for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("Tab");
        const there = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
        if (there !== null && name.test(there)) {
            return;
        }
    }
    throw new Error(`Tab does not lead to ${name}`);
}

test("everything can be done by keyboard", async () => {
    const { page } = await open(context.browser, at("#example=largest"));
    await tabTo(page, /^C program$/);
    await page.keyboard.press("Control+Enter");
    await untilStatus(page, ENDED);
    assert.equal(await page.locator(".cm-content").evaluate((element) => element === document.activeElement), true);
    // Tab indents; after Escape it leaves.
    await page.keyboard.press("Escape");
    await tabTo(page, /^line 10$/);
    await page.keyboard.press("Enter");
    assert.match(await cursorLine(page), /^ {4}if \(c > a\)/);
    await page.keyboard.press("Escape");
    await tabTo(page, /^Why does it fail\?: test peak$/);
    await page.keyboard.press("Enter");
    await page.locator(".story li").first().waitFor({ timeout: PATIENCE });
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Why does it fail?");
    await tabTo(page, /^Run step by step: test peak$/);
    await page.keyboard.press("Enter");
    await page.locator(".steps").waitFor({ timeout: PATIENCE });
    await tabTo(page, /^Step$/);
    await page.keyboard.press("ArrowRight");
    assert.match(await page.locator(".step-place").textContent(), /^Step 2 of/);
    await tabTo(page, /^Apply repair 1: /);
    await page.keyboard.press("Enter");
    await untilStatus(page, "all 4 tests pass");
    await page.keyboard.press("Control+z");
    assert.match(await programOf(page), /if \(c > a\)/);
    await page.close();
});

test("a test can be added and removed, and names stay different", async () => {
    const { page } = await open(context.browser, at("#example=largest"));
    await page.locator("#add-test").click();
    await page.getByLabel("Name of test t5").fill("peak");
    await page.keyboard.press("Tab");
    assert.equal(await page.locator("#test-rows tr").last().locator("input").inputValue(), "t5");
    for (const name of ["t5", "peak", "rising", "falling", "equal"]) {
        await page.getByRole("button", { name: `Remove test ${name}` }).click();
    }
    await page.locator("#localize").click();
    await untilStatus(page, "There is no test");
    await page.close();
});

test("the page fits a screen of 360 pixels", async () => {
    const { page } = await open(context.browser, at("#example=list"), { viewport: { width: 360, height: 740 } });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok((await width()) <= 360, `${await width()} before`);
    await localize(page);
    assert.ok((await width()) <= 360, `${await width()} with results`);
    await page.getByRole("button", { name: /^Why does it fail/ }).first().click();
    await page.locator(".story li").first().waitFor({ timeout: PATIENCE });
    assert.ok((await width()) <= 360, `${await width()} with a story`);
    await page.getByRole("button", { name: /^Run step by step/ }).first().click();
    await page.locator(".steps").waitFor({ timeout: PATIENCE });
    assert.ok((await width()) <= 360, `${await width()} with steps`);
    for (const button of await page.locator("button:visible").all()) {
        const box = await button.boundingBox();
        assert.ok(box === null || box.x + box.width <= 360, await button.textContent());
    }
    await page.close();
});

for (const colorScheme of ["light", "dark"]) {
    test(`all text has contrast in ${colorScheme} mode`, async () => {
        const { page } = await open(context.browser, at("#example=largest"), { colorScheme });
        const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        const isDark = Number(/\d+/.exec(ground)?.[0]) < 80;
        assert.equal(isDark, colorScheme === "dark", ground);
        await localize(page);
        await page.getByRole("button", { name: /^Run step by step/ }).first().click();
        await page.locator(".steps").waitFor({ timeout: PATIENCE });
        await page.getByRole("button", { name: "Last step" }).click();
        await page.locator(".cm-part.heat1").first().hover();
        await page.locator(".hover").waitFor();
        const { found, count } = await page.evaluate(faint, 4.5);
        assert.ok(count > 100, `${count} texts`);
        assert.deepEqual(found, []);
        await page.locator(".cm-content").press("Enter");
        await untilStatus(page, "The program has changed since");
        assert.deepEqual((await page.evaluate(faint, 4.5)).found, []);
        await page.close();
    });
}

test("a screen reader finds names, headers and news", async () => {
    const { page } = await open(context.browser, at("#example=largest"));
    await localize(page);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    assert.equal(await page.locator("#status").getAttribute("aria-live"), "polite");
    assert.equal(await page.getByRole("columnheader").count(), 5);
    const nameless = await page.locator("button, input, select, textarea, [role=textbox]").evaluateAll((elements) =>
        elements.filter((e) => !e.getAttribute("aria-label") && !e.textContent?.trim() && !e.labels?.length).map((e) => e.outerHTML),
    );
    assert.deepEqual(nameless, []);
    await page.setViewportSize({ width: 360, height: 740 });
    assert.equal(await page.getByRole("columnheader").count(), 5);
    assert.ok((await page.getByRole("cell").count()) >= 20);
    await page.close();
});

test("another page shows programs with one script", async () => {
    const page = await context.browser.newPage();
    const complaints = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`${context.server.origin}/lesson.html`);
    await page.locator("iframe").nth(1).waitFor();
    assert.equal(await page.locator("pre.faultlens, div[data-faultlens]").count(), 0);
    assert.equal(await page.locator("iframe").nth(0).evaluate((frame) => frame.clientHeight), 500);
    assert.equal(await page.locator("iframe").nth(1).getAttribute("title"), "Two faults");
    const own = page.frameLocator("iframe >> nth=0");
    await own.locator("#localize").click();
    await own.locator("#status", { hasText: "1 of 2 tests fails" }).filter({ hasText: ENDED }).waitFor({ timeout: PATIENCE });
    assert.equal(await own.locator(".causes > [data-line]").first().getAttribute("data-line"), "5");
    assert.equal(await own.locator("header").isVisible(), false);
    const [opened] = await Promise.all([page.waitForEvent("popup"), own.locator("#open").click()]);
    assert.match(opened.url(), /\/some\/path\/(index\.html)?#p=/);
    await page.locator("iframe").nth(1).scrollIntoViewIfNeeded();
    await page.frameLocator("iframe >> nth=1").locator("#localize").waitFor();
    assert.match(await page.frameLocator("iframe >> nth=1").locator(".cm-content").textContent(), /width \* width/);
    assert.deepEqual(complaints, []);
    await page.close();
});

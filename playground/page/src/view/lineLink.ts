// A line of the program that can be clicked.

import { button } from "./dom";

export function lineLink(line: number, column: number, goTo: (line: number, column: number) => void): HTMLButtonElement {
    return button(`line ${line}`, () => goTo(line, column), { class: "line" });
}

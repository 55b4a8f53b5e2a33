// The look of the editor. All colours are variables of style.css, so that dark mode is decided in one place.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colour = (name: string): string => `var(--${name})`;

const frame = EditorView.theme({
    "&": { height: "100%", backgroundColor: colour("paper"), color: colour("text"), fontSize: "0.875rem" },
    "&.cm-focused": { outline: "none" },
    ".cm-scroller": { fontFamily: colour("mono"), lineHeight: "1.5" },
    ".cm-content": { caretColor: colour("text"), padding: "0.5rem 0" },
    ".cm-gutters": { backgroundColor: colour("paper"), color: colour("soft"), border: "none" },
    ".cm-cursor": { borderLeftColor: colour("text") },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
        backgroundColor: colour("selection"),
    },
    ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: colour("selection"), color: "inherit" },
    ".cm-tooltip": { backgroundColor: colour("paper"), border: `1px solid ${colour("line")}`, color: colour("text") },
});

const tokens = HighlightStyle.define([
    { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: colour("keyword") },
    { tag: [tags.typeName, tags.standard(tags.typeName)], color: colour("keyword") },
    { tag: [tags.string, tags.character, tags.escape], color: colour("string") },
    { tag: [tags.number, tags.bool, tags.null], color: colour("number") },
    { tag: [tags.comment, tags.lineComment, tags.blockComment], color: colour("comment"), fontStyle: "italic" },
    { tag: [tags.processingInstruction, tags.macroName], color: colour("macro") },
]);

export const theme = [frame, syntaxHighlighting(tokens)];

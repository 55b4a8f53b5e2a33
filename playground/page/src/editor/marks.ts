// The marks of suspects, problems and the current step in the editor. They move with the text; after an edit those of
// suspects are drawn as stale, because they are about another program.

import { type EditorState, type Range, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, WidgetType, gutter, hoverTooltip } from "@codemirror/view";
import { h } from "../view/dom";
import type { Heat } from "../text/causes";

/** A marked place. */
export interface Mark {
    from: number;
    to: number;
    kind: "suspect" | "problem";
    /** The number of bars in the gutter says the same as the colour; 0 is a line that is only suspected. */
    heat: Heat | 0;
    /** What stands behind the line; empty for nothing. */
    label: string;
    /** What a hover shows, made when it is needed. */
    hover: () => HTMLElement;
}

export const setMarks = StateEffect.define<readonly Mark[]>();
/** The place of the current step; null if there is none. */
export const setStep = StateEffect.define<{ from: number; to: number } | null>();

interface Drawn {
    marks: readonly Mark[];
    step: { from: number; to: number } | null;
    isStale: boolean;
}

const drawn = StateField.define<Drawn>({
    create: () => ({ marks: [], step: null, isStale: false }),
    update(before, { effects, changes, docChanged }) {
        let now = before;
        if (docChanged) {
            const move = <T extends { from: number; to: number }>(mark: T): T => ({
                ...mark,
                from: changes.mapPos(mark.from, 1),
                to: changes.mapPos(mark.to, -1),
            });
            now = { marks: before.marks.map(move).filter(({ from, to }) => from <= to), step: null, isStale: true };
        }
        for (const effect of effects) {
            if (effect.is(setMarks)) {
                now = { ...now, marks: effect.value, isStale: false };
            } else if (effect.is(setStep)) {
                now = { ...now, step: effect.value };
            }
        }
        return now;
    },
    provide: (field) => EditorView.decorations.from(field, (value) => (view) => decorations(view.state, value)),
});

class Bars extends GutterMarker {
    constructor(readonly heat: number, readonly kind: Mark["kind"], readonly isStale: boolean) {
        super();
    }

    override eq(other: Bars): boolean {
        return this.heat === other.heat && this.kind === other.kind && this.isStale === other.isStale;
    }

    override toDOM(): HTMLElement {
        const bars = this.kind === "problem" || this.heat === 0 || this.heat === 4 ? 0 : 4 - this.heat;
        const stale = this.isStale ? " stale" : "";
        return h("span", { class: `bars heat${this.heat} ${this.kind}${stale}` }, ...Array.from({ length: bars }, () => h("i")));
    }
}

/** Marks by line, the strongest first: a line is drawn once. */
function strongest(state: EditorState, { marks }: Drawn): Map<number, Mark> {
    const lines = new Map<number, Mark>();
    for (const mark of marks) {
        const { from } = state.doc.lineAt(Math.min(mark.from, state.doc.length));
        const known = lines.get(from);
        if (known === undefined || strength(mark) < strength(known)) {
            lines.set(from, mark);
        }
    }
    return lines;
}

function strength({ kind, heat }: Mark): number {
    return kind === "problem" ? 0 : heat === 0 ? 9 : heat;
}

/** The values behind a line; a screen reader finds them in the list of causes. */
class Values extends WidgetType {
    constructor(readonly text: string) {
        super();
    }

    override eq(other: Values): boolean {
        return this.text === other.text;
    }

    override toDOM(): HTMLElement {
        return h("span", { class: "cm-values", "aria-hidden": "true" }, this.text);
    }
}

function decorations(state: EditorState, value: Drawn): DecorationSet {
    const stale = value.isStale ? " stale" : "";
    const all: Range<Decoration>[] = [];
    for (const [from, { kind, heat, label }] of strongest(state, value)) {
        all.push(Decoration.line({ class: `cm-${kind} heat${heat}${stale}` }).range(from));
        if (label !== "" && !value.isStale) {
            all.push(Decoration.widget({ widget: new Values(label), side: 1 }).range(state.doc.lineAt(from).to));
        }
    }
    for (const { from, to, kind, heat } of value.marks) {
        if (from < to && heat !== 0) {
            all.push(Decoration.mark({ class: `cm-part ${kind} heat${heat}${stale}` }).range(from, to));
        }
    }
    if (value.step !== null) {
        const { from, to } = value.step;
        all.push(Decoration.line({ class: "cm-step" }).range(state.doc.lineAt(from).from));
        if (from < to) {
            all.push(Decoration.mark({ class: "cm-step-part" }).range(from, to));
        }
    }
    return Decoration.set(all, true);
}

const bars = gutter({
    class: "cm-bars",
    markers: (view) => {
        const value = view.state.field(drawn);
        const markers = [...strongest(view.state, value)].map(([from, { heat, kind }]) =>
            new Bars(heat, kind, value.isStale).range(from),
        );
        return RangeSet.of(markers, true);
    },
    // The gutter has its width before there is a mark.
    initialSpacer: () => new Bars(1, "suspect", false),
});

/** The smallest mark at a place, or else one of its line. */
function markAt(view: EditorView, pos: number): Mark | undefined {
    const { marks, isStale } = view.state.field(drawn);
    if (isStale) {
        return undefined;
    }
    const line = view.state.doc.lineAt(pos);
    const there = marks.filter(({ from, to }) => from <= pos && pos <= to);
    const near = there.length > 0 ? there : marks.filter(({ from }) => line.from <= from && from <= line.to);
    return [...near].sort((a, b) => strength(a) - strength(b) || a.to - a.from - (b.to - b.from))[0];
}

const hovers = hoverTooltip(
    (view, pos) => {
        const mark = markAt(view, pos);
        return mark === undefined
            ? null
            : { pos: mark.from, end: mark.to, create: () => ({ dom: h("div", { class: "hover" }, mark.hover()) }) };
    },
    { hoverTime: 200 },
);

export const marking = [drawn, bars, hovers];

// As much of the `vscode` module as the tested modules use. What they do to it can be read back.

export class Uri {
    private constructor(readonly text: string) {}
    static parse(text: string): Uri {
        return new Uri(decodeURIComponent(text));
    }
    static joinPath(base: Uri, ...parts: string[]): Uri {
        return new Uri([base.text, ...parts].join("/"));
    }
    toString(): string {
        return this.text;
    }
}

export class Range {
    constructor(
        readonly startLine: number,
        readonly startCharacter: number,
        readonly endLine: number,
        readonly endCharacter: number,
    ) {}
}

export class ThemeColor {
    constructor(readonly id: string) {}
}

export const OverviewRulerLane = { Left: 1 };
export const StatusBarAlignment = { Left: 1 };

/** Subscribers of an event, and a way to make it happen. */
export class EventEmitter<T> {
    readonly #listeners = new Set<(value: T) => void>();
    readonly event = (listener: (value: T) => void) => {
        this.#listeners.add(listener);
        return { dispose: () => this.#listeners.delete(listener) };
    };
    fire(value: T): void {
        for (const listener of this.#listeners) {
            listener(value);
        }
    }
    get size(): number {
        return this.#listeners.size;
    }
}

export interface DecorationType {
    options: { backgroundColor?: ThemeColor; gutterIconPath?: Uri };
    dispose(): void;
}

/** An editor that remembers what was drawn. */
export class FakeEditor {
    /** 0-based lines by the name of the drawing: its gutter icon, else `selected`. */
    readonly drawn = new Map<string, number[]>();
    readonly document: { uri: Uri; version: number; lineCount: number; languageId: string };

    constructor(uri: string, version = 1, lineCount = 30) {
        this.document = { uri: Uri.parse(uri), version, lineCount, languageId: "c" };
    }

    setDecorations(type: DecorationType, ranges: Range[]): void {
        const icon = type.options.gutterIconPath?.toString();
        const name = icon === undefined ? "selected" : (/heat-(\w+)\.svg$/.exec(icon)?.[1] ?? icon);
        this.drawn.set(
            name,
            ranges.map((range) => range.startLine),
        );
    }
}

export const emitters = {
    visibleEditors: new EventEmitter<unknown>(),
    activeEditor: new EventEmitter<unknown>(),
};

export const statusBarItem = {
    name: "",
    text: "",
    tooltip: "",
    command: "",
    backgroundColor: undefined as ThemeColor | undefined,
    visible: false,
    show() {
        this.visible = true;
    },
    hide() {
        this.visible = false;
    },
    dispose() {},
};

export const window = {
    visibleTextEditors: [] as FakeEditor[],
    activeTextEditor: undefined as FakeEditor | undefined,
    onDidChangeVisibleTextEditors: emitters.visibleEditors.event,
    onDidChangeActiveTextEditor: emitters.activeEditor.event,
    createTextEditorDecorationType: (options: DecorationType["options"]): DecorationType => ({
        options,
        dispose() {},
    }),
    createStatusBarItem: () => statusBarItem,
    showInformationMessage: () => Promise.resolve(undefined),
};

/** What `inspect` finds, by name. */
export const configuration = new Map<
    string,
    { defaultValue?: unknown; globalValue?: unknown; workspaceValue?: unknown; workspaceFolderValue?: unknown }
>();

export const workspace = {
    getConfiguration: () => ({
        inspect: (name: string) => configuration.get(name),
        get: (name: string, fallback: unknown) => {
            const found = configuration.get(name);
            return found?.workspaceValue ?? found?.globalValue ?? found?.defaultValue ?? fallback;
        },
    }),
};

export const commands = { registerCommand: () => ({ dispose() {} }) };

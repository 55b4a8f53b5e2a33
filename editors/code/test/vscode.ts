// As much of the `vscode` module as the tested modules use. What they do to it can be read back.

export class Uri {
    private constructor(readonly text: string) {}
    static parse(text: string): Uri {
        return new Uri(decodeURIComponent(text));
    }
    static joinPath(base: Uri, ...parts: string[]): Uri {
        return new Uri([base.text, ...parts].join("/"));
    }
    static file(path: string): Uri {
        return new Uri(`file://${path}`);
    }
    get fsPath(): string {
        return this.text.replace("file://", "");
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

export class Location {
    constructor(
        readonly uri: Uri,
        readonly range: Range,
    ) {}
}

export class ThemeColor {
    constructor(readonly id: string) {}
}

export const OverviewRulerLane = { Left: 1 };
export const TextEditorRevealType = { InCenter: 2 };
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
export class Selection {
    constructor(
        readonly line: number,
        readonly character: number,
    ) {}
}

export class FakeEditor {
    /** 0-based lines by the name of the drawing: its gutter icon, else `selected`. */
    readonly drawn = new Map<string, number[]>();
    readonly document: {
        uri: Uri;
        version: number;
        lineCount: number;
        languageId: string;
        lineAt(line: number): { firstNonWhitespaceCharacterIndex: number };
    };
    /** Where the cursor was put. */
    selection: Selection | undefined;

    visibleRanges: { start: { line: number }; end: { line: number } }[] = [];
    /** The lines that were scrolled to. */
    readonly revealed: number[] = [];

    constructor(uri: string, version = 1, lineCount = 30) {
        this.document = {
            uri: Uri.parse(uri),
            version,
            lineCount,
            languageId: "c",
            lineAt: () => ({ firstNonWhitespaceCharacterIndex: 4 }),
        };
    }

    revealRange(range: Range): void {
        this.revealed.push(range.startLine);
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
    showTextDocument: () => Promise.resolve(undefined),
};

/** What `inspect` finds, by name. */
export const configuration = new Map<
    string,
    { defaultValue?: unknown; globalValue?: unknown; workspaceValue?: unknown; workspaceFolderValue?: unknown }
>();

export const workspace = {
    getWorkspaceFolder: (uri: Uri) => (uri.toString().startsWith("file:///work/") ? {} : undefined),
    asRelativePath: (uri: Uri) => uri.toString().replace("file:///work/", ""),
    opened: [] as string[],
    openTextDocument(uri: Uri) {
        this.opened.push(uri.toString());
        return Promise.resolve(undefined);
    },
    getConfiguration: () => ({
        inspect: (name: string) => configuration.get(name),
        get: (name: string, fallback: unknown) => {
            const found = configuration.get(name);
            return found?.workspaceValue ?? found?.globalValue ?? found?.defaultValue ?? fallback;
        },
    }),
};

export const commands = {
    registerCommand: () => ({ dispose() {} }),
    executeCommand: () => Promise.resolve(undefined),
};

export class TestMessage {
    expectedOutput: string | undefined;
    actualOutput: string | undefined;
    location: Location | undefined;
    constructor(readonly message: string) {}
    static diff(message: string, expected: string, actual: string): TestMessage {
        return Object.assign(new TestMessage(message), { expectedOutput: expected, actualOutput: actual });
    }
}

export class TestCoverageCount {
    constructor(
        readonly covered: number,
        readonly total: number,
    ) {}
}

export class FileCoverage {
    constructor(
        readonly uri: Uri,
        readonly statementCoverage: TestCoverageCount,
    ) {}
}

export class StatementCoverage {
    constructor(
        readonly executed: number | boolean,
        readonly location: Range,
    ) {}
}

export class TestRunRequest {
    constructor(
        readonly include?: readonly TestItem[],
        readonly exclude?: readonly TestItem[],
        readonly profile?: unknown,
        readonly continuous?: boolean,
        readonly preserveFocus?: boolean,
    ) {}
}

export const TestRunProfileKind = { Run: 1, Debug: 2, Coverage: 3 };

export class TestItem {
    parent: TestItem | undefined;
    description = "";
    busy = false;
    canResolveChildren = false;
    range: Range | undefined;
    readonly children = new TestItems(this);
    constructor(
        readonly id: string,
        readonly label: string,
        readonly uri: Uri | undefined,
    ) {}
}

export class TestItems extends Map<string, TestItem> {
    constructor(readonly owner?: TestItem) {
        super();
    }
    add(item: TestItem): void {
        item.parent = this.owner;
        this.set(item.id, item);
    }
    replace(items: readonly TestItem[]): void {
        this.clear();
        for (const item of items) {
            this.add(item);
        }
    }
}

/** What was said in a run of tests, in order. */
export class TestRun {
    readonly said: string[] = [];
    ended = false;
    constructor(readonly request: TestRunRequest) {}
    started(item: TestItem): void {
        this.said.push(`${item.id} started`);
    }
    passed(item: TestItem): void {
        this.said.push(`${item.id} passed`);
    }
    failed(item: TestItem, message: TestMessage): void {
        this.said.push(`${item.id} failed: ${message.message}`);
    }
    errored(item: TestItem, message: TestMessage): void {
        this.said.push(`${item.id} errored: ${message.message}`);
    }
    skipped(item: TestItem): void {
        this.said.push(`${item.id} skipped`);
    }
    appendOutput(): void {}
    addCoverage({ uri, statementCoverage: { covered, total } }: FileCoverage): void {
        this.said.push(`${uri.fsPath}: ${covered} of ${total} lines`);
    }
    end(): void {
        this.ended = true;
    }
}

type RunHandler = (request: TestRunRequest, token: { onCancellationRequested: (then: () => void) => unknown }) => Promise<void>;

/** The one controller, and what was done to it. */
export const controller = {
    items: new TestItems(),
    profiles: new Map<string, RunHandler>(),
    runs: [] as TestRun[],
    outdated: [] as string[],
    resolveHandler: undefined as ((item: TestItem | undefined) => Promise<void>) | undefined,
    refreshHandler: undefined as (() => Promise<void>) | undefined,
    createRunProfile(label: string, _kind: number, handler: RunHandler) {
        this.profiles.set(label, handler);
        return {};
    },
    createTestItem: (id: string, label: string, uri?: Uri) => new TestItem(id, label, uri),
    createTestRun(request: TestRunRequest) {
        const run = new TestRun(request);
        this.runs.push(run);
        return run;
    },
    invalidateTestResults(item: TestItem) {
        this.outdated.push(item.id);
    },
    dispose() {},
};

export const tests = { createTestController: () => controller };

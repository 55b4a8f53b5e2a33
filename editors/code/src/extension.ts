// Entry point: finds and starts the server, and connects it with what is drawn. No analysis here.

import { execFile } from "node:child_process";
import * as vscode from "vscode";
import { type LanguageClient, State as ClientState } from "vscode-languageclient/node";
import { createClient } from "./client";
import { present, registerCommands } from "./commands";
import { CurrentFile } from "./currentFile";
import { DiscoveryError, type Server, findServer } from "./discovery";
import { registerDocuments } from "./documents";
import { openExample } from "./example";
import { ExplanationView } from "./explanation";
import { HeatMap } from "./heat";
import { serverCommands } from "./protocol";
import { SetReveal } from "./reveal";
import { RunView } from "./runView";
import { heatEnabled, serverPath, serverSettingNames } from "./settings";
import { SetsView } from "./setsView";
import { StatusItem } from "./status";
import { type ListedProgram, TestExplorer } from "./testExplorer";

let running: Session | undefined;

/** What the suite in `itest/` looks at; nothing else may use it. */
export interface Api {
    /** The programs in the Test Explorer, with their tests. */
    tests(): ListedProgram[];
    /** The rows of the navigator, from the top. */
    sets(): string[];
    /** Whether more sets may come. */
    searching(): boolean;
}

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
    // What is contributed to shared places appears only now.
    void vscode.commands.executeCommand("setContext", "faultlens.active", true);
    const session = new Session(context);
    running = session;
    context.subscriptions.push(session);
    // Not awaited for its success: a failed start is reported, and the commands stay usable.
    await session.start();
    return session.api;
}

export async function deactivate(): Promise<void> {
    await running?.stop();
}

/** The one server of a window, its status item and its drawing. */
class Session implements vscode.Disposable {
    readonly #context: vscode.ExtensionContext;
    readonly #output = vscode.window.createOutputChannel("FaultLens", { log: true });
    readonly #status = new StatusItem();
    readonly #heat: HeatMap;
    readonly #explanation = new ExplanationView((uri) =>
        this.#execute(serverCommands.explain, vscode.Uri.parse(uri)),
    );
    readonly #tests = new TestExplorer((command, uri) => this.#execute(command, uri));
    readonly #current = new CurrentFile();
    readonly #sets: SetsView;
    readonly #reveal = new SetReveal();
    readonly #run = new RunView();
    readonly #settingNames: string[];
    readonly #subscriptions: vscode.Disposable[];
    #server: Server | undefined;
    #client: LanguageClient | undefined;

    constructor(context: vscode.ExtensionContext) {
        this.#context = context;
        this.#heat = new HeatMap(context.extensionUri, heatEnabled());
        this.#sets = new SetsView(context.extensionUri, this.#current, async (uri, number) => {
            const answer = await this.#execute(serverCommands.selectSet, uri, number);
            this.#present(serverCommands.selectSet, uri.toString(), answer);
        });
        this.#settingNames = serverSettingNames(context.extension.packageJSON);
        this.#subscriptions = [
            ...registerCommands({
                currentFile: () => this.#current.uri,
                execute: (command, uri, argument) => this.#execute(command, uri, argument),
                openExample: () => openExample(this.#context),
                restart: () => this.#restart(),
                stop: () => this.stop(),
                showOutput: () => this.#output.show(),
                doctor: () => this.#doctor(),
                present: (command, uri, answer) => this.#present(command, uri, answer),
            }),
            ...registerDocuments(),
            vscode.workspace.onDidChangeWorkspaceFolders(() => this.#onFolders()),
            vscode.workspace.onDidChangeConfiguration((event) => this.#onSettings(event)),
        ];
    }

    get api(): Api {
        return {
            tests: () => this.#tests.listed(),
            sets: () => this.#sets.listed(),
            searching: () => this.#sets.searching(),
        };
    }

    async start(): Promise<void> {
        this.#status.setHealth("starting");
        try {
            this.#server = await findServer(serverPath(), this.#context.extensionPath);
        } catch (error) {
            this.#status.setHealth("failed");
            this.#reportMissing(error);
            return;
        }
        this.#output.info(
            `server ${this.#server.version}: ${this.#server.path} (${this.#server.origin})`,
        );
        const client = createClient(this.#server, this.#settingNames, this.#output, {
            onStatus: (params) => {
                this.#status.update(params);
                this.#sets.onStatus(params);
                this.#reveal.onStatus(params);
                void this.#explanation.onStatus(params);
                void this.#tests.onStatus(params);
            },
            onLines: (params) => {
                this.#heat.update(params);
                this.#sets.onLines(params);
            },
            onAnswer: (command, uri, answer) => this.#present(command, uri, answer),
        });
        this.#client = client;
        client.onDidChangeState(({ newState }) => this.#onClientState(client, newState));
        try {
            await client.start();
        } catch (error) {
            this.#status.setHealth("failed");
            this.#output.error(`the server did not start: ${String(error)}`);
        }
    }

    async stop(): Promise<void> {
        const client = this.#client;
        this.#client = undefined;
        this.#forget();
        this.#status.setHealth("stopped");
        try {
            await client?.dispose();
        } catch (error) {
            // A server that crashed or never started cannot be asked to stop; the library has killed it.
            this.#output.debug(`stop: ${String(error)}`);
        }
    }

    dispose(): void {
        for (const disposable of [
            ...this.#subscriptions,
            this.#heat,
            this.#sets,
            this.#tests,
            this.#run,
            this.#current,
            this.#status,
            this.#output,
        ]) {
            disposable.dispose();
        }
    }

    /** Clears what the server has said: it no longer stands by it. */
    #forget(): void {
        this.#reveal.clear();
        this.#heat.clear();
        this.#sets.clear();
        this.#tests.clear();
    }

    #present(command: string, uri: string | undefined, answer: unknown): void {
        this.#reveal.onAnswer(command, uri, answer);
        present(command, uri, answer, this.#explanation, this.#run);
    }

    async #restart(): Promise<void> {
        await this.stop();
        await this.start();
    }

    async #execute(command: string, uri?: vscode.Uri, argument?: number | string): Promise<unknown> {
        if (this.#client?.state !== ClientState.Running) {
            this.#reportNotRunning();
            return undefined;
        }
        return await this.#client.sendRequest("workspace/executeCommand", {
            command,
            arguments: [uri && this.#client.code2ProtocolConverter.asUri(uri), argument].filter(
                (given) => given !== undefined,
            ),
        });
    }

    #onClientState(client: LanguageClient, state: ClientState): void {
        if (client !== this.#client) {
            return;
        }
        switch (state) {
            case ClientState.Running:
                this.#status.setHealth("running");
                void this.#tests.list();
                break;
            case ClientState.Starting:
                this.#status.setHealth("starting");
                break;
            case ClientState.Stopped:
            case ClientState.StartFailed:
                // It crashed: the library starts it again a few times, then gives up.
                this.#forget();
                this.#status.setHealth("failed");
                break;
        }
    }

    #onFolders(): void {
        if (this.#client?.state === ClientState.Running) {
            void this.#tests.list();
        }
    }

    #onSettings(event: vscode.ConfigurationChangeEvent): void {
        if (!event.affectsConfiguration("faultlens")) {
            return;
        }
        if (event.affectsConfiguration("faultlens.server.path")) {
            void this.#restart();
            return;
        }
        // The server has asked to be told of changes, and fetches its settings then.
        this.#heat.setEnabled(heatEnabled());
    }

    /** `faultlens doctor`, and what the running server says of itself, in the output. */
    async #doctor(): Promise<void> {
        this.#output.show();
        if (this.#server === undefined) {
            this.#reportNotRunning();
            return;
        }
        const { path } = this.#server;
        const report = await new Promise<string>((resolve) => {
            execFile(path, ["doctor"], { timeout: 30_000 }, (error, stdout, stderr) =>
                resolve(`${stdout}${stderr}${error && !stderr ? error.message : ""}`.trimEnd()),
            );
        });
        this.#output.info(`${path} doctor\n${report}`);
        if (this.#client?.state === ClientState.Running) {
            const own: unknown = await this.#client.sendRequest("workspace/executeCommand", {
                command: serverCommands.doctor,
                arguments: [],
            });
            this.#output.info(`the running server\n${String(own)}`);
        }
    }

    #reportNotRunning(): void {
        void vscode.window
            .showWarningMessage("FaultLens does not run.", "Start", "Show output")
            .then((choice) => {
                if (choice === "Start") {
                    void this.#restart();
                } else if (choice === "Show output") {
                    this.#output.show();
                }
            });
    }

    #reportMissing(error: unknown): void {
        const text = error instanceof DiscoveryError ? error.message : `FaultLens: ${String(error)}`;
        this.#output.error(text);
        void vscode.window
            .showErrorMessage(text, "Open settings", "Show output")
            .then((choice) => {
                if (choice === "Open settings") {
                    openServerSetting();
                } else if (choice === "Show output") {
                    this.#output.show();
                }
            });
    }
}

function openServerSetting(): void {
    // In a remote window a setting of the machine is not among the user's settings.
    const place = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
    void vscode.commands.executeCommand(`workbench.action.${place}`, {
        query: "@id:faultlens.server.path",
    });
}

// The language client: standard LSP is the library's work; here are only the two notifications, the
// settings, and what the library has to be told about FaultLens.

import * as vscode from "vscode";
import {
    type ConfigurationParams,
    LanguageClient,
    type LanguageClientOptions,
    type ServerOptions,
    type StaticFeature,
} from "vscode-languageclient/node";
import type { Server } from "./discovery";
import {
    LINES_METHOD,
    type LinesParams,
    STATUS_METHOD,
    type StatusParams,
    serverCommands,
} from "./protocol";
import { serverSettings } from "./settings";

/** Where the server's news go. */
export interface Listener {
    onStatus(params: StatusParams): void;
    onLines(params: LinesParams): void;
    /** A lens or a code action executed a command of the server. */
    onAnswer(command: string, uri: string | undefined, answer: unknown): void;
}

export function createClient(
    server: Server,
    settingNames: readonly string[],
    output: vscode.LogOutputChannel,
    listener: Listener,
): LanguageClient {
    const serverOptions: ServerOptions = { command: server.path, args: ["lsp"] };
    const client = new LanguageClient(
        "faultlens",
        "FaultLens",
        serverOptions,
        clientOptions(settingNames, output, listener),
    );
    client.registerFeature(extensions);
    client.onNotification(STATUS_METHOD, (params: StatusParams) => listener.onStatus(params));
    client.onNotification(LINES_METHOD, (params: LinesParams) => listener.onLines(params));
    return client;
}

function clientOptions(
    settingNames: readonly string[],
    output: vscode.LogOutputChannel,
    listener: Listener,
): LanguageClientOptions {
    return {
        documentSelector: [{ scheme: "file", language: "c" }],
        initializationOptions: serverSettings(settingNames),
        outputChannel: output,
        // Hovers may link to these and to no other commands.
        markdown: { isTrusted: { enabledCommands: Object.values(serverCommands) } },
        middleware: {
            executeCommand: async (command, args: unknown[], next) => {
                const answer: unknown = await next(command, args);
                const uri = args.find((argument) => typeof argument === "string");
                listener.onAnswer(command, uri, answer);
                return answer;
            },
            workspace: {
                configuration: (params: ConfigurationParams) =>
                    params.items.map((item) =>
                        serverSettings(
                            settingNames,
                            item.scopeUri === undefined ? undefined : vscode.Uri.parse(item.scopeUri),
                        ),
                    ),
            },
        },
    };
}

/** Tells the server which of its extensions this client draws. */
const extensions: StaticFeature = {
    fillClientCapabilities(capabilities) {
        capabilities.experimental = {
            ...capabilities.experimental,
            faultlens: { status: true, lines: true },
        };
    },
    initialize() {},
    getState: () => ({ kind: "static" }),
    clear() {},
};

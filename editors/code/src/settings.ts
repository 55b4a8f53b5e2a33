// The extension's settings. Those of the server are passed on only where the user has set them, so that
// a default of the editor never overrides what a project says in its faultlens.toml.

import * as vscode from "vscode";

const SECTION = "faultlens";

/** Settings that concern the extension alone. */
const CLIENT_PREFIXES = ["server.", "heat.", "trace."];

export function serverPath(): string {
    return vscode.workspace.getConfiguration(SECTION).get<string>("server.path", "");
}

export function heatEnabled(): boolean {
    return vscode.workspace.getConfiguration(SECTION).get<boolean>("heat.enabled", true);
}

/** Names, without `faultlens.`, of the settings that package.json declares for the server. */
export function serverSettingNames(packageJson: unknown): string[] {
    const { contributes } = packageJson as {
        contributes: { configuration: { properties: Record<string, unknown> } };
    };
    return Object.keys(contributes.configuration.properties)
        .map((name) => name.slice(SECTION.length + 1))
        .filter((name) => !CLIENT_PREFIXES.some((prefix) => name.startsWith(prefix)));
}

/** What the user has set of `names`, for a document or for the window. */
export function explicitSettings(
    names: readonly string[],
    scope?: vscode.Uri,
): Record<string, unknown> {
    const configuration = vscode.workspace.getConfiguration(SECTION, scope);
    const settings: Record<string, unknown> = {};
    for (const name of names) {
        const found = configuration.inspect(name);
        const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
        if (value !== undefined) {
            settings[name] = value;
        }
    }
    return settings;
}

/**
 * What the server is told: what the user has set, and that files outside the project may be read, which whoever trusts a
 * workspace permits (the extension does not run in others).
 */
export function serverSettings(
    names: readonly string[],
    scope?: vscode.Uri,
): Record<string, unknown> {
    return { allowOutside: vscode.workspace.isTrusted, ...explicitSettings(names, scope) };
}

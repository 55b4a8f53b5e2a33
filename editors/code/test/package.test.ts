// package.json and the code name the same things.

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientCommands } from "../src/commands";
import { serverCommands } from "../src/protocol";
import type { Empty } from "../src/setRows";
import { explicitSettings, serverSettingNames } from "../src/settings";
import { configuration } from "./vscode";

const folder = new URL("..", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, folder), "utf8");
const packageJson = JSON.parse(text("package.json"));

test("every command of the code is in the palette, and the other way round", () => {
    const declared = packageJson.contributes.commands.map((entry: { command: string }) => entry.command);
    expect([...declared].sort()).toEqual(Object.values(clientCommands).sort());
});

test("no command has the name of one of the server's", () => {
    const names: string[] = Object.values(clientCommands);
    for (const command of Object.values(serverCommands)) {
        expect(names).not.toContain(command);
    }
});

test("every colour of the code is declared, for every kind of theme", () => {
    const declared = new Map<string, object>(
        packageJson.contributes.colors.map((color: { id: string; defaults: object }) => [color.id, color.defaults]),
    );
    for (const heat of ["first", "high", "low", "stale"]) {
        expect(declared.has(`faultlens.${heat}Background`)).toBe(true);
        expect(declared.has(`faultlens.${heat}OverviewRuler`)).toBe(true);
    }
    for (const heat of ["first", "high", "low", "rest", "stale"]) {
        expect(existsSync(new URL(`media/heat-${heat}.svg`, folder))).toBe(true);
    }
    expect(declared.has("faultlens.selectedSetBorder")).toBe(true);
    for (const defaults of declared.values()) {
        expect(Object.keys(defaults).sort()).toEqual(["dark", "highContrast", "highContrastLight", "light"]);
    }
});

test("the server's commands are those of ext.rs", () => {
    const rust = text("../../server/src/lsp/ext.rs");
    for (const command of Object.values(serverCommands)) {
        expect(rust).toContain(`"${command}"`);
    }
});

test("every setting has a description and a default", () => {
    for (const [name, entry] of Object.entries<Record<string, unknown>>(packageJson.contributes.configuration.properties)) {
        expect(name).toMatch(/^faultlens\./);
        expect(entry.description ?? entry.markdownDescription, name).toBeTruthy();
        expect(entry, name).toHaveProperty("default");
    }
});

test("each folder of a workspace may have its own settings, but there is one server", () => {
    const settings: Record<string, { scope?: string }> = packageJson.contributes.configuration.properties;
    for (const name of serverSettingNames(packageJson)) {
        // What a workspace may read is not for its own settings to say.
        const scope = ["allowOutside", "coverage", "reference"].includes(name) ? "machine" : "resource";
        expect(settings[`faultlens.${name}`]?.scope, name).toBe(scope);
    }
    expect(settings["faultlens.server.path"]?.scope).toBe("machine-overridable");
});

/**
 * Options with another name in editors; those with one value only, about the command line's output, or about lines, which
 * move while one types, are no settings, and those that compare methods of the literature are for the command line.
 */
const RENAMED: Record<string, string> = { timeout: "timeLimit", memory: "memoryLimit" };
const NO_SETTING = ["correct", "suspect", "format", "color", "all"];

test("the server's options are settings, with its defaults and words", () => {
    const row = /OptionSpec \{\s*name: "([\w-]+)"[^}]*?default: (?:None|Some\("([^"]*)"\)),\s*help: "([^"]*)",\s*scope: Scope::(\w+)/g;
    const rows = [...text("../../server/crates/faultlens-core/src/config/table.rs").replaceAll(/Kind::Choice\(&\[[\s\S]*?\]\)/g, "").matchAll(row)];
    expect(rows.length).toBeGreaterThan(10);
    for (const [, name = "", value = "", help, scope] of rows) {
        if (NO_SETTING.includes(name)) {
            continue;
        }
        if (scope === "Method") {
            expect(packageJson.contributes.configuration.properties).not.toHaveProperty([`faultlens.${name}`]);
            continue;
        }
        const camel = RENAMED[name] ?? name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
        const setting = packageJson.contributes.configuration.properties[`faultlens.${camel}`];
        expect(setting, name).toBeDefined();
        expect(String(setting.default ?? ""), name).toBe(value);
        expect(setting.description, name).toBe(help);
    }
});

test("only what the user has set is sent to the server", () => {
    configuration.set("maxSize", { defaultValue: 3 });
    configuration.set("timeout", { defaultValue: 20, globalValue: 30, workspaceValue: 5 });
    configuration.set("verify", { defaultValue: true, globalValue: false });
    expect(explicitSettings(["maxSize", "timeout", "verify", "unknown"])).toEqual({ timeout: 5, verify: false });
});

test("the extension keeps its own settings to itself", () => {
    for (const name of serverSettingNames(packageJson)) {
        expect(name).not.toMatch(/^(server|heat|trace)\./);
    }
});

test("a TOML extension finds the schema of faultlens.toml of this version", () => {
    const [validation, ...others] = packageJson.contributes.tomlValidation;
    expect(others).toEqual([]);
    expect(validation.fileMatch).toBe("faultlens.toml");
    const [, version, path] = /^https:\/\/raw\.githubusercontent\.com\/faultlens\/faultlens\/v([\d.]+)\/(.*)$/.exec(validation.url) ?? [];
    expect(version).toBe(packageJson.version);
    expect(JSON.parse(text(`../../${path}`)).properties).toHaveProperty("test");
    expect(text("scripts/package.mjs")).toContain(`"${path}"`);
});

test("the lock file names no registry", () => {
    for (const lock of ["package-lock.json", "e2e/package-lock.json"]) {
        const hosts = [...text(lock).matchAll(/"resolved": "https?:\/\/([^/"]+)/g)].map((match) => match[1]);
        expect(hosts.filter((host) => host !== "registry.npmjs.org")).toEqual([]);
    }
});

test("what texts and menus link to is there", () => {
    const { contributes } = packageJson;
    const [walkthrough] = contributes.walkthroughs;
    const texts: string[] = [
        ...contributes.viewsWelcome.map((welcome: { contents: string }) => welcome.contents),
        ...walkthrough.steps.map((step: { description: string }) => step.description),
    ];
    const linked = texts.flatMap((contents) => [...contents.matchAll(/\(command:(faultlens\.[\w.]+)/g)].map((match) => match[1]));
    const inMenus = Object.values<{ command: string; submenu?: string }[]>(contributes.menus).flatMap((menu) => menu.flatMap((entry) => (entry.submenu === undefined ? [entry.command] : [])));
    const commands: string[] = Object.values(clientCommands);
    expect(linked.length).toBeGreaterThan(5);
    for (const command of [...linked, ...inMenus]) {
        expect(commands).toContain(command);
    }
    const submenus = Object.values<{ submenu?: string }[]>(contributes.menus).flatMap((menu) => menu.flatMap((entry) => entry.submenu ?? []));
    expect(submenus).toEqual(contributes.submenus.map((submenu: { id: string }) => submenu.id));
    const packed = text(".vscodeignore");
    for (const step of walkthrough.steps) {
        expect(existsSync(new URL(step.media.svg, folder)), step.id).toBe(true);
    }
    expect(packed).toContain("!media/walkthrough/*.svg");
    expect(packed).toContain("!example/**");
});

test("every empty state of the navigator has a text", () => {
    const { viewsWelcome } = packageJson.contributes;
    const whens: string[] = viewsWelcome.map((welcome: { when: string }) => welcome.when);
    const states: Record<Empty, true> = {
        noFile: true,
        unknown: true,
        noTests: true,
        allPass: true,
        testsFail: true,
        running: true,
        noneFound: true,
        unanalysable: true,
    };
    for (const state of Object.keys(states)) {
        expect(whens.filter((when) => when.endsWith(`faultlens.sets == ${state}`)).length, state).toBe(1);
    }
});

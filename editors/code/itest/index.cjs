// What the extension contributes, asked inside the real extension host. `run` is what VS Code calls; the same file works with
// @vscode/test-electron. The workspace is a copy of editors/testdata.

const assert = require("node:assert/strict");
const { join } = require("node:path");
const vscode = require("vscode");

const TIMEOUT_MS = 60_000;

/** What the extension gives to tests. */
let api;
/** The program of which two of eight tests fail. */
let program;

const tests = {
    async "activates for C files, and every command that it declares is there"() {
        const extension = vscode.extensions.getExtension("faultlens.faultlens");
        assert.ok(extension, "it is installed");
        const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
        program = await vscode.workspace.openTextDocument(join(folder, "median.c"));
        await vscode.window.showTextDocument(program);
        api = await extension.activate();
        const commands = new Set(await vscode.commands.getCommands(true));
        const declared = extension.packageJSON.contributes.commands.map(({ command }) => command);
        assert.deepEqual(declared.filter((command) => !commands.has(command)), []);
        assert.ok(commands.has("faultlens.localize"), "the server's commands too");
    },

    async "lists the tests that the server finds, with their verdicts"() {
        const listed = await until(() => api.tests().find(({ id }) => id === program.uri.toString()));
        assert.equal(listed.description, "2 of 8 fail");
        assert.deepEqual(
            listed.tests.map(({ id }) => id),
            ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"],
        );
        const failing = listed.tests.find(({ id }) => id === "t3");
        assert.match(failing.uri, /median\.tests\/t3\.out$/);
        assert.equal(failing.description, 'expected "2", printed "1"');
    },

    async "lists the programs that are not open"() {
        const listed = await until(() => api.tests().find(({ id }) => id.endsWith("/slow.c")));
        assert.deepEqual(listed.tests, []);
    },

    async "offers to localize before anything is marked"() {
        const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", program.uri, 9);
        const titles = lenses.map(({ command }) => command?.title);
        assert.deepEqual(titles, ["2 of 8 tests fail", "Localize 2 failing tests"]);
        assert.deepEqual(api.sets(), []);
        assert.deepEqual(marks(), []);
    },

    async "finds possible causes, and says the same in every way"() {
        await vscode.commands.executeCommand("faultlens.editor.localize");
        await until(() => !api.searching() && api.sets()[1] === "Cause 1: line 11 (selected)");
        const rows = api.sets();
        assert.equal(rows[0], "2 tests: wrong output");
        assert.equal(rows[2], "m = b");
        // Marks come on a way of their own, and those of a first result may still be there.
        await until(() => warned().join() === "10");
        const whole = new vscode.Range(0, 0, program.lineCount, 0);
        const hints = await vscode.commands.executeCommand("vscode.executeInlayHintProvider", program.uri, whole);
        assert.ok(hints.some(({ position }) => position.line === 10));
    },

    async "selects another set everywhere"() {
        await vscode.commands.executeCommand("faultlens.sets.select", program.uri.toString(), 2);
        await until(() => api.sets().some((row) => /^Cause 2: .* \(selected\)$/.test(row)));
        const titles = async () => {
            const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", program.uri, 9);
            return lenses.map(({ command }) => command?.title ?? "");
        };
        await until(async () => (await titles()).some((title) => title.startsWith("cause 2 of ")));
    },

    async "runs the tests again after an edit, and shows the new verdicts"() {
        const edit = new vscode.WorkspaceEdit();
        const line = program.lineAt(10);
        edit.replace(program.uri, line.range, line.text.replace("m = b", "m = a"));
        assert.ok(await vscode.workspace.applyEdit(edit));
        await until(() => api.tests().find(({ id, description }) => id === program.uri.toString() && description === ""));
        // Sets that explain failures that are gone are gone.
        await until(() => api.sets().length === 0);
        await vscode.commands.executeCommand("undo");
    },

    async "gives an example that fails, away from the workspace"() {
        await vscode.commands.executeCommand("faultlens.example.open");
        const example = vscode.window.activeTextEditor.document;
        assert.match(example.uri.fsPath, /example\/days\.c$/);
        const listed = await until(() => api.tests().find(({ id }) => id === example.uri.toString()));
        assert.equal(listed.description, "2 of 12 fail");
    },
};

function marks() {
    return vscode.languages.getDiagnostics(program.uri).filter(({ source }) => source === "FaultLens");
}

/** The lines, from 0, with a suspect of the selected set. */
function warned() {
    return marks()
        .filter(({ code, severity }) => code === "suspect" && severity === vscode.DiagnosticSeverity.Warning)
        .map(({ range }) => range.start.line);
}

/** What a function gives as soon as it gives something. */
async function until(find) {
    const end = Date.now() + TIMEOUT_MS;
    for (;;) {
        const found = await find();
        if (found) {
            return found;
        }
        assert.ok(Date.now() < end, `timeout: ${find}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

exports.run = async () => {
    for (const [name, test] of Object.entries(tests)) {
        try {
            await test();
            console.log(`ok: ${name}`);
        } catch (error) {
            throw new Error(`${name}: ${error.stack}`);
        }
    }
};

// A user's journey through a real VS Code (code-server in headless Chromium) with the packed extension
// and the real server: open, lens, localize, heat, hover, explain, next set, mark, edit, fix, cancel.
//
// Usage: node journey.mjs --deps DIR --vsix FILE --workspace DIR --shots DIR
// DIR of --deps holds the node_modules of package.json beside this file; the workspace is a copy, and is edited.

import assert from "node:assert/strict";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { coverage, debug, lightTheme, navigator, staleSets, testExplorer, twoFiles, walkthrough } from "./views.mjs";
import { openWorkbench } from "./workbench.mjs";

const { values: options } = parseArgs({
    options: {
        deps: { type: "string" },
        vsix: { type: "string" },
        workspace: { type: "string" },
        shots: { type: "string" },
    },
});

const begin = Date.now();
const report = (text) => console.log(`${((Date.now() - begin) / 1000).toFixed(1).padStart(6)} s  ${text}`);
const bench = await openWorkbench({ ...options, file: join(options.workspace, "median.c") });

try {
    await journey(bench);
    report("PASS");
} catch (error) {
    await bench.shot("failure").catch(() => {});
    console.error(error);
    report("FAIL");
    process.exitCode = 1;
} finally {
    const left = await bench.close();
    if (left.length > 0) {
        console.error("processes left behind:", left);
        process.exitCode = 1;
    }
}

async function journey(bench) {
    await bench.line("static int median").waitFor();
    report("the file is open");

    const localize = bench.lens(/Localize 2 failing tests/);
    await localize.waitFor();
    await bench.status(/2 of 8 tests fail/).waitFor();
    assert.equal(await bench.squiggles().count(), 0, "nothing is marked before a localization");
    report(`lens: ${await bench.text(localize)}`);
    await bench.shot("1-open");
    await testExplorer(bench, report);

    await localize.click();
    await bench.lens(/cause 1 of \d+/).waitFor();
    const heated = await bench.heatedLines();
    report(`heat: ${JSON.stringify(heated)}`);
    assert.ok(heated.some(({ text }) => text.includes("the fault")), "the faulty line is heated");
    assert.ok(heated.length <= 5, "only the first five lines have a background");
    await bench.squiggles().first().waitFor();
    await bench.line(/needs/).first().waitFor();
    report(`hint: ${(await bench.text(bench.line(/needs/).first())).trim()}`);
    await bench.shot("2-found");

    const hover = await bench.hover("the fault", /suspect \d+ of \d+/);
    report(`hover: ${hover}`);
    assert.match(hover, /needs/);
    assert.match(hover, /How t\d+ fails.*Holds after: m != \d/, "the hover tells what holds");
    await bench.shot("3-hover");
    await bench.calm();

    const failing = await bench.hover(/printf/, /test t\d+ fails here/);
    report(`hover: ${failing}`);
    assert.match(failing, /from here on/, "the failing output tells the way to it");
    await bench.shot("4-way");
    await bench.calm();

    const explain = bench.lens(/explain t\d+: \d+ statements/);
    report(`lens: ${await bench.text(explain)}`);
    await bench.line(/then\sm\s!=\s\d/).first().waitFor();
    await explain.click();
    const explanation = bench.explanation(/Test t\d+ fails/);
    await explanation.waitFor();
    const story = await bench.text(explanation);
    report(`explanation: ${story.replace(/\s+/g, " ").slice(0, 1000)}`);
    assert.match(story, /How the failure happens/);
    assert.match(story, /m = b\s+\/\/ m = \d/, "the faulty statement is among those that matter");
    await bench.shot("5-explain");

    await bench.goTo("the fault");
    await bench.closeOthers();
    await bench.command("FaultLens: Show the Run of a Failing Test");
    const run = bench.explanation(/median:18/);
    await run.waitFor();
    report(`run: ${(await bench.text(run)).replace(/\s+/g, " ").slice(0, 400)}`);
    await run.locator("li", { hasText: "m = b" }).last().click();
    await run.locator("tr", { hasText: "b" }).first().waitFor();
    assert.match(await bench.text(run.locator("#values")), /m\s*\d/, "the panel shows the values of variables");
    await bench.shot("5-run");
    await bench.goTo("the fault");
    await bench.closeOthers();
    await bench.command("View: Toggle Problems");
    await bench.problem(/suspect \d+ of \d+/).first().waitFor();
    await bench.shot("6-problems");
    await bench.command("View: Toggle Problems");

    if ((await bench.lens(/cause 1 of 1\b/).count()) === 0) {
        await bench.command("FaultLens: Next Possible Cause");
        await bench.lens(/cause 2 of \d+/).waitFor();
        report("next set");
        await bench.shot("7-next-set");
    }

    await navigator(bench, report);

    await bench.goTo("the fault");
    await bench.command("FaultLens: This Line Is Correct");
    await bench.line(/marked\scorrect/).waitFor();
    await bench.lens(/cause 1 of \d+ \{(?!11\})/).waitFor();
    const without = await bench.heatedLines();
    assert.ok(!without.some(({ text }) => text.includes("the fault")), "a line that is called correct is no suspect");
    report(`ranked again: ${JSON.stringify(without)}`);
    await bench.shot("8-marked");
    await bench.command("FaultLens: Clear All Marks");
    await bench.lens(/cause 1 of \d+ \{11\}/).waitFor();

    await bench.lens(/2 of 8 tests fail/).click();
    await bench.explanation(/Tests of median\.c.*2 fail:.*t3: expected "2", printed "1"/s).waitFor();
    await bench.closeAt("static int median");
    await bench.lens(/cause 1 of \d+/).click();
    await bench.cursor(/Ln 11,/).waitFor();
    report("lenses lead to the tests, and to the place of a set");

    await bench.command("FaultLens: Show Report (JSON)");
    await bench.line(/"diagnoses"|"version"/).first().waitFor();
    await bench.command("View: Close Editor");
    await bench.line("static int median").waitFor();
    report("the report opens, and closes without a question");

    await bench.command("FaultLens: Explain Failure");
    await bench.explanation(/How the failure happens/).waitFor();
    await bench.typeAtStart("/*edit*/");
    await bench.statusIcon("history").waitFor();
    await bench.lens(/stale/).waitFor();
    const moved = await bench.heatedLines();
    assert.ok(moved.every(({ stale }) => stale), "after an edit every mark is stale");
    assert.ok(moved.some(({ text }) => text.includes("the fault")), "marks have moved with the text");
    await bench.explanation(/stale: the text has changed/).waitFor();
    report("stale after an edit");
    await bench.shot("9-stale");
    await bench.undo();
    await bench.statusIcon("history").waitFor({ state: "detached" });
    const back = await bench.heatedLines();
    assert.ok(back.length > 0 && back.every(({ stale }) => !stale), "undo brings the results back");
    report("undo brings the results back");
    await bench.typeAtStart("/*edit*/");
    await bench.lens(/stale/).waitFor();
    await bench.closeOthers();
    await staleSets(bench);
    await bench.goTo("static int median");

    await bench.replaceAll("m = b; /* the fault", "m = a; /* the fault");
    await bench.status(/all 8 tests pass/i).waitFor();
    assert.equal((await bench.heatedLines()).length, 0, "a program without failures has no heat");
    report("the fix is seen");
    await bench.shot("10-fixed");

    await bench.replaceAll("m = a; /* the fault", "m = b; /* the fault");
    await bench.status(/2 of 8 tests fail/).waitFor();
    await bench.command("View: Toggle Problems");
    const broken = bench.problem(/passed before this edit; it was/).first();
    await broken.waitFor();
    report(`edit: ${await bench.text(broken)}`);
    await bench.shot("10-broken");
    await bench.command("View: Toggle Problems");
    await bench.undo();
    await bench.status(/all 8 tests pass/i).waitFor();

    await twoFiles(bench, report);
    await coverage(bench, report);
    await debug(bench, report);
    await lightTheme(bench, report);

    await walkthrough(bench, report);
    await bench.open("slow.c");
    await bench.lens(/Localize/).waitFor();
    await bench.command("FaultLens: Localize Failing Tests");
    await bench.statusIcon("modifier-spin").waitFor();
    await bench.lens(/Cancel/).waitFor();
    await bench.shot("11-running");
    await bench.command("FaultLens: Cancel");
    await bench.statusIcon("modifier-spin").waitFor({ state: "detached" });
    report("a running job is cancelled");
    // What it had found by then stays.
    await bench.lens(/Cancel/).waitFor({ state: "detached" });
    await bench.lens(/Localize|cause 1 of/).waitFor();
    await bench.shot("12-cancelled");

    await bench.command("FaultLens: Localize Failing Tests");
    await bench.statusIcon("modifier-spin").waitFor();
    await bench.killServers();
    await bench.lens(/Localize/).waitFor();
    await bench.status(/3 of 3 tests fail/).waitFor();
    report("a server that dies is started again");

    bench.changeSettings({ "faultlens.server.path": "/nowhere/faultlens" });
    const toast = bench.toast(/\/nowhere\/faultlens.*not an executable file/);
    await toast.waitFor();
    await bench.statusIcon("error").waitFor();
    await bench.shot("13-no-server");
    await toast.getByRole("button", { name: "Open settings" }).click();
    await bench.setting("Faultlens › Server: Path").waitFor();
    report("a wrong path is reported");
    await bench.shot("14-settings");
}

// Parts of the journey: through the Testing view (the Test Explorer, the navigator below it, coverage, the debugger), through
// a program of several files, and through another theme.

import assert from "node:assert/strict";

/** Two of eight tests of median.c fail, and nothing has been looked for. */
export async function testExplorer(bench, report) {
    await bench.command("Testing: Focus on Test Explorer View");
    await bench.unfold(bench.test("median.c"));
    await bench.verdict("t3", "failed").waitFor();
    await bench.verdict("t1", "passed").waitFor();
    await bench.button("Localize Failing Tests").waitFor();
    report(`tests: ${await bench.text(bench.test("t3"))}`);
    await bench.shot("t1-tests");

    await bench.test("t3").click();
    await bench.difference("2").waitFor();
    await bench.shot("t2-difference");
    await bench.command("View: Close Editor");
    await bench.line("static int median").waitFor();

    await bench.press(bench.test("t3"), /Run Test/);
    await bench.result(/t3/).waitFor();
    await bench.result(/median\.c: 2 of 8 tests fail/).waitFor();
    report("a test is run");
    await bench.shot("t3-run");
    await bench.command("View: Hide Panel");

    await bench.command("FaultLens: Why Is a Test Missing?");
    await bench.explanation(/Where tests are looked for/).waitFor();
    await bench.closeAt("static int median");
    report("it is told which tests there are");
}

/** The first step of the walkthrough, which brings its own program. */
export async function walkthrough(bench, report) {
    await bench.command("Welcome: Open Walkthrough...");
    await bench.choose("Find the fault behind a failing test");
    await bench.step("Open the Example").click();
    await bench.line("static int days_in").waitFor();
    await bench.lens(/Localize 2 failing tests/).waitFor();
    report("the walkthrough opens the example");
    await bench.shot("t7-walkthrough");
    await bench.command("View: Close All Editors");
}

/** What was found is about an older text. */
export async function staleSets(bench) {
    await bench.command("Testing: Focus on Test Explorer View");
    await bench.notice(/The file has changed since/).waitFor();
    await bench.shot("t6-stale");
    await bench.command("View: Show Explorer");
}

/** What was found for median.c, walked through. */
export async function navigator(bench, report) {
    await bench.command("Testing: Focus on Test Explorer View");
    const first = bench.set(/Cause 1: line 11/);
    await first.waitFor();
    report(`navigator: ${await bench.text(first)}`);
    await bench.shot("t4-navigator");

    await bench.set(/Cause 2/).click();
    await bench.lens(/cause 2 of \d+/).waitFor();
    await bench.command("FaultLens: Next Possible Cause");
    await bench.lens(/cause 3 of \d+/).waitFor();
    await bench.selectedSet(/Cause 3/).waitFor();
    await bench.shot("t5-followed");

    await bench.set(/^\s*return m/).click();
    await bench.cursor(/Ln 18,/).waitFor();
    report("a set is selected, a place is gone to");
    await bench.command("FaultLens: Previous Possible Cause");
    await bench.command("FaultLens: Previous Possible Cause");
    await bench.selectedSet(/Cause 1/).waitFor();
    await bench.command("View: Show Explorer");
}

/** A program of two files: what is found in the other one is shown there. */
export async function twoFiles(bench, report) {
    await bench.open("shop.c");
    await bench.lens(/Localize 1 failing test/).waitFor();
    await bench.command("FaultLens: Localize Failing Tests");
    await bench.tab("prices.c").waitFor();
    await bench.line("pieces > 10").waitFor();
    await bench.command("View: Toggle Problems");
    await bench.problem(/suspect 1 of \d+/).first().waitFor();
    await bench.problem("prices.c").first().waitFor();
    report("the file of the first suspect is opened, and its suspects are among its problems");
    await bench.shot("16-two-files");
    await bench.command("View: Toggle Problems");
    await bench.command("View: Close All Editors");
}

/** Which lines the tests run; an edit does not end it. */
export async function coverage(bench, report) {
    await bench.open("median.c");
    await bench.status(/all 8 tests pass/i).waitFor();
    await bench.command("Test: Run All Tests with Coverage");
    const file = bench.covered(/median\.c.*\d%/);
    await file.waitFor();
    report(`coverage: ${(await bench.text(file)).trim()}`);
    await bench.shot("17-coverage");
    await bench.typeAtStart("/*covered*/");
    await bench.status(/all 8 tests pass/i).waitFor();
    await file.waitFor();
    await bench.undo();
    await bench.command("View: Hide Panel");
    await bench.command("View: Show Explorer");
}

/** A test under the debugger. None is installed here: its launch configuration is written and shown. */
export async function debug(bench, report) {
    await bench.open("median.c");
    await bench.command("FaultLens: Debug This Test");
    await bench.tab("launch.json").waitFor();
    await bench.line(/"median\.c:\st1"/).waitFor();
    await bench.toast(/is in launch\.json/).first().waitFor();
    report("a launch configuration is written");
    await bench.shot("18-debug");
    await bench.command("View: Close All Editors");
}

/** The same in a light theme: what is drawn can be told from the paper. */
export async function lightTheme(bench, report) {
    bench.changeSettings({ "workbench.colorTheme": "Light Modern" });
    await bench.open("median.c");
    await bench.goTo("the fault");
    await bench.replaceAll("m = a; /* the fault", "m = b; /* the fault");
    await bench.lens(/Localize 2 failing tests/).click();
    await bench.lens(/cause 1 of \d+/).waitFor();
    const heated = await bench.heatedLines();
    assert.ok(heated.some(({ text }) => text.includes("the fault")), "the faulty line is heated in a light theme");
    await bench.shot("19-light");
    await bench.command("FaultLens: Show the Run of a Failing Test");
    await bench.explanation(/median:18/).waitFor();
    await bench.shot("20-light-run");
    report("a light theme");
    await bench.goTo("the fault");
    await bench.closeOthers();
    await bench.replaceAll("m = b; /* the fault", "m = a; /* the fault");
    await bench.status(/all 8 tests pass/i).waitFor();
    bench.changeSettings({});
}

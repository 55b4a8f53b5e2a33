// The part of the journey that goes through the Testing view: the Test Explorer and the navigator below it.

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

// The helpers that need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { ByteOffsets, offsetOf } = await load("text/offsets.ts");
const { decode, encode, readLink } = await load("text/share.ts");
const { applied, changedLines, changesOf } = await load("text/edits.ts");
const { fixSentence, needs, wasAndNeeds } = await load("text/claims.ts");
const { marked, outputs } = await load("text/outputs.ts");
const { elements } = await load("view/values.ts");
const { flat, lines, oneLine } = await load("text/words.ts");
const { cleaned, freeName } = await load("program.ts");
const { ending } = await load("text/verdict.ts");
const { Partial } = await load("engine/partial.ts");

test("byte offsets lead to the same character in a text that is not ASCII", () => {
    const text = 'puts("größer 𝄞 €"); x = 1;\n';
    const offsets = new ByteOffsets(text);
    for (const part of ["puts", "ö", "ß", "𝄞", "€", "x = 1", "\n"]) {
        const byte = Buffer.byteLength(text.slice(0, text.indexOf(part)));
        assert.equal(offsets.toUtf16(byte), text.indexOf(part), part);
    }
    assert.equal(offsets.toUtf16(Buffer.byteLength(text)), text.length);
    assert.equal(offsets.toUtf16(9999), text.length);
    // Inside of a character: where it begins.
    assert.equal(offsets.toUtf16(Buffer.byteLength(text.slice(0, text.indexOf("𝄞"))) + 2), text.indexOf("𝄞"));
});

test("columns count characters", () => {
    const text = "a\n𝄞b = é;\n";
    assert.equal(offsetOf(text, 1, 1), 0);
    assert.equal(offsetOf(text, 2, 1), 2);
    assert.equal(text.slice(offsetOf(text, 2, 2)), "b = é;\n");
    assert.equal(offsetOf(text, 2, 99), text.length - 1);
    assert.equal(offsetOf(text, 9, 1), text.length);
});

test("a program in a link comes back as it was", async () => {
    const program = {
        text: `/* größer 𝄞 */\n${"int x;\n".repeat(500)}`,
        tests: [{ name: "t ä", stdin: "1 2\n", stdout: "\u0000 \"3\"" }],
    };
    const data = await encode(program);
    assert.match(data, /^[\w-]+$/);
    assert.ok(data.length < 400, `${data.length} letters`);
    assert.deepEqual(await decode(data), program);
    assert.deepEqual(readLink(`#p=${data}`), { kind: "program", data });
    assert.deepEqual(readLink("#example=two%20faults"), { kind: "example", name: "two faults" });
    assert.equal(readLink("#else"), undefined);
});

test("a damaged link is no program", async () => {
    const data = await encode({ text: "int x;", tests: [] });
    assert.equal(await decode(data.slice(0, -4)), undefined);
    assert.equal(await decode("!!"), undefined);
    assert.equal(await decode(await encode({ text: 1, tests: [] })), undefined);
    assert.equal(await decode(await encode({ text: "", tests: [{ name: "t" }] })), undefined);
    assert.equal(await decode(await encode({ text: "x".repeat(2_000_000), tests: [] })), undefined);
});

const edit = (text, old, now, from = 0) => {
    const at = text.indexOf(old, from);
    const start = Buffer.byteLength(text.slice(0, at));
    const line = text.slice(0, at).split("\n").length;
    return { line, start, end: start + Buffer.byteLength(old), old, new: now };
};

test("a repair changes the bytes that it names, and its diff the lines", () => {
    const text = "/* ä */\nif (ö > a)\n    b;\nc;\n";
    const fix = { ...edit(text, "a", "ü", 12), also: [edit(text, "c", "d\ne")] };
    const changes = changesOf(text, fix);
    assert.equal(applied(text, changes), "/* ä */\nif (ö > ü)\n    b;\nd\ne;\n");
    assert.deepEqual(changedLines(text, changes), [
        { sign: "-", number: 2, text: "if (ö > a)" },
        { sign: "+", number: 2, text: "if (ö > ü)" },
        { sign: "-", number: 4, text: "c;" },
        { sign: "+", number: 4, text: "d" },
        { sign: "+", number: 5, text: "e;" },
    ]);
    assert.equal(fixSentence(fix), "in line 2 replace `a` by `ü`, and in line 4 replace `c` by `d e`");
});

test("an inserted line is all that a diff shows", () => {
    const text = "a;\n    b;\n";
    const insertion = { line: 2, start: 7, end: 7, old: "", new: "x = 0;\n    ", also: [] };
    assert.deepEqual(changedLines(text, changesOf(text, insertion)), [{ sign: "+", number: 2, text: "    x = 0;" }]);
    assert.equal(fixSentence(insertion), "in line 2 insert `x = 0;`");
});

test("values are told as on the command line", () => {
    const value = (name, was, need, range = null) => ({ test: name, execution: 1, was, needs: need, range });
    const values = [value("t0", "true", "false"), value("t2", "true", "false"), value("t4", "false", "true")];
    const of = (some, left = 0) => ({ values: some, values_left_out: left });
    assert.equal(needs(of(values)), "to pass t0, t2: false; to pass t4: true");
    assert.equal(wasAndNeeds(of(values)), undefined);
    assert.equal(wasAndNeeds(of(values.slice(0, 2))), "was true, needs false");
    assert.equal(wasAndNeeds(of(values.slice(0, 2), 1)), undefined);
    assert.equal(wasAndNeeds(of([value("t", "1", "1")])), "stays 1");
    assert.equal(wasAndNeeds(of([value("t", null, "5", ">= 5")])), "needs 5 (any >= 5)");
    assert.equal(needs(of([value("t", "0", "5"), value("t", "0", "3")])), "to pass t: first 5, then 3");
});

test("output is cut at the statements that print", () => {
    const text = 'puts("a");\nf(1);\nprintf("%d", g());\n';
    const step = (line, code, depth = 1) => ({ line, column: 1, end_line: line, end_column: code.length + 1, text: code, depth });
    const run = [step(1, 'puts("a")'), step(2, "f(1)"), step(3, 'printf("%d", g())'), step(1, "return 2", 2), step(2, "f(1)")];
    const withMarks = marked(text, run);
    assert.equal(withMarks, '(putchar(1), puts("a"));\nf(1);\n(putchar(1), printf("%d", g()));\n');
    assert.deepEqual(
        outputs(run, "a\n2", "\u0001a\n\u00012").map(({ before, now }) => [before, now]),
        [["", "a\n"], ["a\n", ""], ["a\n", "2"], ["a\n", ""], ["a\n2", ""]],
    );
    assert.equal(outputs(run, "something else", "\u0001a\n\u00012"), undefined);
    assert.equal(marked("x = 1;\n", [step(1, "x = 1")]), undefined);
});

test("values of arrays and structs fall into their parts", () => {
    assert.deepEqual(elements("{1, {2, 3}, \"a, }\", ',', …}"), ["1", "{2, 3}", '"a, }"', "','", "…"]);
    assert.deepEqual(elements('{x = 1, n = "a\\"b"}'), ["x = 1", 'n = "a\\"b"']);
    assert.deepEqual(elements("{}"), []);
    assert.equal(elements("12"), undefined);
});

test("phrases", () => {
    assert.equal(flat('a  &&\n b("x  y")'), 'a && b("x  y")');
    assert.equal(oneLine("äöüß", 3), "äö…");
    assert.equal(lines([8, 5, 8]), "lines 5 and 8");
    assert.equal(freeName([{ name: "t2" }]), "t3");
    const twice = { name: "t", stdin: "", stdout: "" };
    const { text, tests } = cleaned({ text: "a\r\n\ud800b", tests: [twice, twice] });
    assert.equal(text, "a\n\ufffdb");
    assert.deepEqual(tests.map(({ name }) => name), ["t", "t2"]);
});

test("what is known while the search runs", () => {
    const set = (id, line, more = {}) => ({
        diagnosis: {
            diagnosis: { group: 0, components: [{ id, line, end_line: line, values: [] }], weight: 1, fixes: [], ...more },
        },
    });
    const partial = new Partial();
    const line = (number) => ({ rank: 1, line: number, certified: false, diagnoses: [], why: "w" });
    assert.equal(partial.note({ phase: { name: "parse" } }), false);
    assert.equal(partial.note({ suspected: { lines: [line(3), line(7)] } }), true);
    partial.note(set(1, 7));
    partial.note(set(2, 8, { fixes: [{ doubtful: false }] }));
    partial.note(set(3, 9));
    partial.note({ withdrawn: { group: 0, components: [3] } });
    const { ranking } = partial.report(5);
    assert.deepEqual(ranking.map((ranked) => [ranked.rank, ranked.line, ranked.certified]), [[1, 8, true], [2, 7, true], [3, 3, false]]);
    assert.match(ending(partial.report(5), true), /^Stopped \(5 ms\)/);
});

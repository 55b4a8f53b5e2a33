//! Makefiles and what is read from them.
#![allow(clippy::unwrap_used)]

use super::Makefile;
use crate::testing::project;

/// Asks a makefile something about a file.
fn ask<T>(text: &str, question: impl Fn(&Makefile<'_>) -> T) -> T {
    let files = project(&[
        ("Makefile", text),
        ("main.c", ""),
        ("lib/list.c", ""),
        ("lib/text.c", ""),
        ("tests/a.in", ""),
        ("tests/b.in", ""),
        ("more.mk", "CFLAGS += -DMORE\n"),
    ]);
    question(&Makefile::read(&files, "Makefile").unwrap())
}

/// The `-I` and `-D` of a file.
fn flags(text: &str, source: &str) -> String {
    let words = ask(text, |makefile| makefile.words(source));
    let matter = |word: &String| word.starts_with("-I") || word.starts_with("-D");
    words
        .into_iter()
        .filter(matter)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The commands of a goal, in one line.
fn commands(text: &str, goal: &str) -> String {
    let commands = ask(text, |makefile| makefile.commands(goal));
    let commands = commands.into_iter().map(|command| command.text);
    commands.collect::<Vec<_>>().join(" | ")
}

#[test]
fn the_variables_of_make_are_read() {
    let text = "HDRS = ../src\nCFLAGS += -I$(HDRS)\n#CFLAGS += -DNO\nCFLAGS += -g \\\n  -DLONG=1 # why\nCPPFLAGS := -DP";
    assert_eq!(flags(text, "t.c"), "-DP -I../src -DLONG=1");
    // Conditions on arguments of `make` are evaluated without arguments.
    let text = "ifdef BIG\nCFLAGS = -DBIG\nelse\nCFLAGS = -DSMALL\nendif\nifeq ($(OS),Windows)\nCFLAGS += -DW\nelse ifneq ($(OS),)\nCFLAGS += -DX\nelse\nCFLAGS += -DU\nendif\ndebug: CFLAGS += -DDEBUG";
    assert_eq!(flags(text, "t.c"), "-DSMALL -DU");
    let text = "DIRS = inc lib/inc\nCFLAGS = $(addprefix -I,$(DIRS)) $(shell rm -rf x) $(filter-out -DB,-DA -DB)";
    assert_eq!(flags(text, "t.c"), "-Iinc -Ilib/inc -DA");
    // A variable that refers to itself: the expansion ends at the maximum depth.
    let endless = flags("CFLAGS = $(CFLAGS) -DX", "t.c");
    assert!(endless.starts_with("-DX -DX"));
    assert_eq!(
        flags("include more.mk none.mk\n-include $(DEPS)", "t.c"),
        "-DMORE"
    );
}

#[test]
fn the_functions_of_make_transform_words() {
    let cases = [
        ("$(subst .c,.o,a.c b.c)", "a.o b.o"),
        ("$(patsubst %.c,obj/%.o,a.c b.h)", "obj/a.o b.h"),
        (
            "$(notdir lib/x.c) $(dir lib/x.c y) $(basename lib/x.tar.c)",
            "x.c lib/ ./ lib/x.tar",
        ),
        (
            "$(wildcard lib/*.c none/*.c main.c)",
            "lib/list.c lib/text.c main.c",
        ),
        (
            "$(filter %.c,a.c b.h c.c) $(filter-out main.c,main.c b.c)",
            "a.c c.c b.c",
        ),
        (
            "$(foreach d,lib inc,-I$(d)) $(foreach x,a b,$x.o)",
            "-Ilib -Iinc a.o b.o",
        ),
        (
            "$(if $(NONE),yes,no) $(if x,yes) $(or $(NONE),b) $(and a,$(NONE))",
            "no yes b ",
        ),
        (
            "$(call pair,1,2) $(word 2,a b c) $(words a b) $(lastword a b)",
            "1-2 b 2 b",
        ),
        (
            "$(sort b a b) $(strip  a   b ) $(suffix a.c) $(join a b,1 2)",
            "a b a b .c a1 b2",
        ),
        (
            "$(A:.c=.o) ${A:%.c=%.d} $(findstring a,cat)",
            "x.o y.o x.d y.d a",
        ),
    ];
    for (text, expected) in cases {
        let makefile = format!("A = x.c y.c\npair = $(1)-$2\nall:\n\techo {text}\n");
        assert_eq!(
            commands(&makefile, "all"),
            format!("echo {expected}"),
            "{text}"
        );
    }
}

#[test]
fn the_first_rule_that_names_the_file_counts() {
    let text = "CFLAGS = -DALL\nplain: t.c lib.c\n\t$(CC) $(CFLAGS) -o $@ $^\nstrict: t.c\n\t$(CC) -DSTRICT $(CFLAGS) $< -o $@\n";
    assert_eq!(flags(text, "t.c"), "-DALL");
    let text = "t: t.c t.h\n\tcc -o t t.c -DTEST_MAIN\n\t@echo t.c -DNO\n";
    assert_eq!(flags(text, "t.c"), "-DTEST_MAIN");
    let text = ".c.o:\n\t$(CC) -c -DOBJ $< -o $@\nall:\n\t@cc -I. x.c tests/a.c\n";
    assert_eq!(flags(text, "other.c"), "-DOBJ");
    assert_eq!(flags(text, "tests/a.c"), "-I.");
    assert_eq!(flags("obj.o: obj.c\n\tcc -DO -c $<", "obj.c"), "-DO");
    assert_eq!(flags("", "t.c"), "");
    // Sources that only a pattern names, static rules, objects elsewhere, variables of one target.
    let text = "SRC := $(wildcard lib/*.c)\nprog: $(SRC)\n\tcc -DALL $^ -o $@\n";
    assert_eq!(flags(text, "lib/text.c"), "-DALL");
    let text = "OBJS = build/list.o\n$(OBJS): build/%.o: lib/%.c\n\tcc -DSTATIC -c $< -o $@\n";
    assert_eq!(flags(text, "lib/list.c"), "-DSTATIC");
    let text = "build/%.o: lib/%.c\n\tcc $(CFLAGS) -c $< -o $@\nbuild/text.o: CFLAGS += -DOWN\n";
    assert_eq!(flags(text, "lib/text.c"), "-DOWN");
    assert_eq!(flags(text, "lib/list.c"), "");
}

#[test]
fn what_is_linked_together_stands_in_one_rule() {
    let text = "OBJS = main.o util.o\nprog: $(OBJS) extra.o\n\tcc -o $@ $^\nSRC = a.c b.c\nother: $(SRC:.c=.o)\nall:\n\tcc re.c tests/t.c -o tests/t\n";
    let beside = |source: &str| ask(text, |makefile| makefile.beside(source).join(" "));
    assert_eq!(beside("main.c"), "extra.c util.c");
    assert_eq!(beside("a.c"), "b.c");
    assert_eq!(beside("tests/t.c"), "re.c");
    assert_eq!(beside("none.c"), "");
}

#[test]
fn programs_are_made_of_sources() {
    let text = "OBJS = main.o util.o\nprog: $(OBJS)\n\tcc -o $@ $^\nbuild/%.o: lib/%.c\n\tcc -c $< -o $@\nbin/tool: build/list.o\n\tcc -o $@ $^\nt:\n\tcc t.c -o t\n";
    let made = |source: &str| ask(text, |makefile| makefile.made_of(source).join(" "));
    assert_eq!(made("util.c"), "prog");
    assert_eq!(made("lib/list.c"), "bin/tool");
    assert_eq!(made("t.c"), "t");
    assert_eq!(made("lib/text.c"), "");
}

#[test]
fn the_commands_of_a_goal_are_in_order() {
    let text = "\
TESTS := $(wildcard tests/*.in)
CFLAGS = -g
prog: main.o lib/list.o
\t$(CC) -o $@ $^
check: prog $(TESTS:.in=.ok)
\t@echo done
%.ok: %.in
\t-./prog < $< | diff - $*.out
\t@for f in $(TESTS); do echo $$f $${f%.in}; \\
\tdone
test: check
.PHONY: check test
";
    assert_eq!(
        commands(text, "test"),
        "cc  -g -c -o main.o main.c | cc  -g -c -o lib/list.o lib/list.c | cc -o prog main.o lib/list.o | \
         ./prog < tests/a.in | diff - tests/a.out | for f in tests/a.in tests/b.in; do echo $f ${f%.in}; \\\ndone | \
         ./prog < tests/b.in | diff - tests/b.out | for f in tests/a.in tests/b.in; do echo $f ${f%.in}; \\\ndone | echo done"
    );
    let first = ask(text, |makefile| makefile.commands("tests/a.ok"));
    let first = first.first().unwrap();
    assert!(first.may_fail);
    assert_eq!((first.file.as_str(), first.line), ("Makefile", 8));
    // What stands nowhere is compiled as `make` does by itself; lines of a variable are commands.
    assert_eq!(
        commands(
            "run: main\n\t$(both)\ndefine both\n./main 1\n@./main 2\nendef\n",
            "run"
        ),
        "cc    main.c  -o main | ./main 1 | ./main 2"
    );
    assert_eq!(
        commands("a: b\n\techo $@ $(@F)\nb: a\n\techo $@\n", "a"),
        "echo b | echo a a"
    );
    assert_eq!(commands("x:\n\tcc\n", "none"), "");
}

#[test]
fn evaluated_rules_and_recipes_of_one_shell() {
    let text = "define test\ncheck: check-$(1)\ncheck-$(1): prog\n\t./prog < $(1).in | diff - $(1).out\nendef\n\
        $(foreach one,a b,$(eval $(call test,$(one))))\nall: prog\n";
    assert_eq!(
        commands(text, "check"),
        "./prog < a.in | diff - a.out | ./prog < b.in | diff - b.out"
    );
    let text = ".ONESHELL:\ncheck:\n\t@rc=0\n\t./prog || rc=$$?\n\ttest $$rc = 2\n";
    assert_eq!(
        commands(text, "check"),
        "rc=0\n./prog || rc=$?\ntest $rc = 2"
    );
}

#[test]
fn any_text_is_read() {
    let pieces = [
        "$",
        "$(",
        ")",
        ":",
        "=",
        "+=",
        "\t",
        "\\",
        "#",
        "ifeq",
        "else",
        "endif",
        " ",
        "\n",
        "a",
        "é",
        ",",
        "%",
        "define",
        "$(foreach ",
        "$(wildcard ",
        "include ",
        "*",
    ];
    for a in pieces {
        for b in pieces {
            for c in pieces {
                ask(&format!("{a}{b}{c}{a}{b}"), |makefile| {
                    makefile.words("a.c");
                    makefile.beside("a.c");
                    makefile.made_of("a.c");
                    makefile.commands("a")
                });
            }
        }
    }
}

//! Tests that shell scripts and makefiles run: they are read, never executed.

use crate::common::{Folder, faultlens};

/// Prints the sum of its arguments, or of the numbers it reads; the fault is that the last argument counts twice.
const SUM: &str = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n    int sum = 0, number;\n\
    if (argc > 1 && argv[1][0] == '-') {\n        fprintf(stderr, \"sum: unknown option %s\\n\", argv[1]);\n        return 2;\n    }\n\
    for (int i = 1; i < argc; i++)\n        sum += atoi(argv[i]);\n    if (argc > 3)\n        sum += atoi(argv[argc - 1]);\n\
    if (argc == 1)\n        while (scanf(\"%d\", &number) == 1)\n            sum += number;\n    printf(\"%d\\n\", sum);\n    return sum == 0;\n}\n";

/// Files of a project, and what `faultlens test .` says of them.
struct Project {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    said: &'static [&'static str],
}

const PROJECTS: [Project; 11] = [
    Project {
        name: "recipe",
        files: &[
            (
                "Makefile",
                "sum: sum.c\n\t$(CC) -o $@ $<\ntest: sum\n\t./sum 1 2 | diff - tests/two\n\t@./sum < tests/in | cmp - tests/two\n\t! ./sum -x\n\t@test \"`./sum 1 2 4 2>&1`\" = 7 || exit 1\n",
            ),
            ("tests/two", "3\n"),
            ("tests/in", "1 2\n"),
        ],
        said: &[
            "1 of 4 tests fails",
            "pass  line 4",
            "pass  line 6",
            "FAIL  line 7  expected \"7\", printed \"11\"",
        ],
    },
    Project {
        name: "loop",
        files: &[
            (
                "Makefile",
                "PROG = bin/adder\nCASES := $(wildcard cases/*.args)\n$(PROG): sum.c\n\t$(CC) -o $@ $^\ncheck: $(PROG)\n\t@for c in $(CASES); do \\\n\t  $(PROG) `cat $$c` > out.tmp 2>&1; \\\n\t  cmp -s out.tmp $${c%.args}.want && echo ok || echo FAIL; \\\n\tdone\n",
            ),
            ("cases/one.args", "5\n"),
            ("cases/one.want", "5\n"),
            ("cases/three.args", "5 6 7\n"),
            ("cases/three.want", "18\n"),
            ("cases/wrong.args", "-n\n"),
            ("cases/wrong.want", "sum: unknown option -n\n"),
        ],
        said: &[
            "1 of 3 tests fails",
            "pass  one",
            "FAIL  three",
            "pass  wrong",
        ],
    },
    Project {
        name: "function",
        files: &[(
            "run_tests.sh",
            "#!/bin/bash\nPROG=${PROG:-./sum}\nfails=0\ncheck() {\n  local want=$1; shift\n  got=$($PROG \"$@\")\n  if [[ $got != \"$want\" ]]; then\n    echo \"FAIL: $*: $got\"\n    fails=$((fails + 1))\n  fi\n}\n\
             check 4 1 3\ncheck 9 2 3 4\ncheck 0\nexit $fails\n",
        )],
        said: &["1 of 3 tests fails", "expected \"9\", printed \"13\""],
    },
    Project {
        name: "pairs",
        files: &[
            (
                "test.sh",
                "#!/bin/sh\nfor t in tests/*.in; do\n  if ./sum $(cat $t) | diff -q - ${t%.in}.out; then echo PASS; else echo FAIL; exit 1; fi\ndone\n",
            ),
            ("tests/a.in", "1 2\n"),
            ("tests/a.out", "3\n"),
            ("tests/b.in", "1 2 3\n"),
            ("tests/b.out", "6\n"),
        ],
        said: &[
            "1 of 2 tests fails",
            "pass  a",
            "FAIL  b  expected \"6\", printed \"9\"",
        ],
    },
    Project {
        name: "ctest",
        files: &[
            (
                "CMakeLists.txt",
                "project(sum C)\nadd_executable(adder sum.c)\nenable_testing()\nforeach(n 2 3)\n  add_test(NAME to_${n} COMMAND ${CMAKE_SOURCE_DIR}/t/seq.sh $<TARGET_FILE:adder> ${n})\nendforeach()\n",
            ),
            (
                "t/seq.sh",
                "#!/bin/sh\nset -e\nwant=$(expr $2 \\* \\( $2 + 1 \\) / 2)\ntest \"$($1 $(seq 1 $2))\" -eq $want\n",
            ),
        ],
        said: &[
            "1 of 2 tests fails",
            "pass  to_2",
            "FAIL  to_3  expected \"6\", printed \"9\"",
        ],
    },
    Project {
        name: "unknown",
        files: &[
            (
                "check.sh",
                "#!/bin/sh\n./sum 1 2 3 | awk '{ print $1 * 2 }' | diff - want || exit 1\n",
            ),
            ("want", "12\n"),
        ],
        said: &[
            "no tests found",
            "check.sh: line 2: its output passes through `awk`",
        ],
    },
    Project {
        name: "variants",
        files: &[(
            "check.sh",
            "#!/bin/sh\ngcc -o sum sum.c\ngcc -DLIMIT=9 -o sum9 sum.c\n\
             [ \"$(./sum 1 2 3)\" -eq 6 ] || exit 1\n[ \"$(./sum9 1 2 3)\" -eq 9 ] || exit 1\n",
        )],
        said: &[
            "the one test fails",
            "check.sh: line 5: it is compiled with other macros: -DLIMIT=9",
        ],
    },
    Project {
        name: "script before pairs",
        files: &[
            (
                "run.sh",
                "#!/bin/sh\nfor f in cases/*.args; do\n  out=$(./sum `cat $f`; echo \"rc=$?\")\n  \
                 [ \"$out\" = \"$(cat ${f%.args}.exp)\" ] || exit 1\ndone\n",
            ),
            ("cases/one.args", "1 2"),
            ("cases/one.exp", "3\nrc=0\n"),
            ("cases/two.args", "4 5"),
            ("cases/two.exp", "8\nrc=0\n"),
        ],
        said: &[
            "1 of 2 tests fails",
            "pass  one",
            "expected \"8\", printed \"9\"",
        ],
    },
    Project {
        name: "made",
        files: &[
            (
                "Makefile",
                "WANT := $(shell cat want)\ncheck: sum out.d\n\t./sum 1 2 > out.d/two && cmp out.d/two want\n\ttest \"`./sum 1 1 1`\" -eq $(WANT)\nout.d:\n\tmkdir -p out.d\nsum: sum.c\n",
            ),
            ("want", "3\n"),
        ],
        said: &[
            "1 of 2 tests fails",
            "pass  line 3",
            "FAIL  line 4  expected \"3\", printed \"4\"",
        ],
    },
    Project {
        name: "neutral",
        files: &[(
            "test.sh",
            "#!/bin/sh\nif [ \"$(./sum 1)\" = 2 ]; then echo two; else echo other; fi\n[ \"$(./sum 4)\" = \"4 \" ] || exit 1\n",
        )],
        said: &[
            "the one test fails",
            "FAIL  line 3  only white space differs",
        ],
    },
    Project {
        name: "environment",
        files: &[(
            "tests/run.sh",
            "#!/bin/sh\ncd \"$(dirname \"$0\")\"/..\nexport LIMIT=3\n./sum 1 1 1 1 > got.txt\nif [ $? -ne 0 ]; then exit 1; fi\ncmp got.txt - <<EOF\n4\nEOF\n",
        )],
        said: &["the one test fails", "expected \"4\", printed \"5\""],
    },
];

#[test]
fn scripts_and_recipes_are_read_as_tests() {
    for project in PROJECTS {
        let folder = Folder::new(&format!("scripts-{}", project.name));
        folder.write("sum.c", SUM.as_bytes());
        for (path, text) in project.files {
            folder.write(path, text.as_bytes());
        }
        let run = faultlens(folder.path(), &["test", "."]);
        let said = format!("{}{}", run.stdout, run.stderr);
        for part in project.said {
            assert!(said.contains(part), "{}: {part}\n{said}", project.name);
        }
        // Nothing was executed or written.
        assert!(!folder.path().join("got.txt").exists());
    }
}

#[test]
fn a_script_without_understood_tests_is_named_with_the_reason() {
    let folder = Folder::new("scripts-reason");
    folder.write("sum.c", SUM.as_bytes());
    folder.write(
        "check.sh",
        b"#!/bin/sh\n./sum 1 2 3 | awk '{ print $1 * 2 }' | diff - want || exit 1\n",
    );
    folder.write("want", b"12\n");
    let run = faultlens(folder.path(), &["test", "sum.c"]);
    assert!(run.stdout.contains("check.sh: line 2: "), "{}", run.stdout);
    assert!(run.stdout.contains("awk"), "{}", run.stdout);
}

//! Tests of the automake reader, with small projects of their own.

use crate::testing::{build, survives, target};

/// A description, the name of its target, and its sources.
const SOURCES: &[(&str, &str, &str)] = &[
    (
        "bin_PROGRAMS = p\np_SOURCES = a.c \\\n  b.c c.h # more\n",
        "p",
        "a.c b.c",
    ),
    ("noinst_PROGRAMS = my-prog.x\n", "my-prog.x", "my-prog.x.c"),
    (
        "bin_PROGRAMS = p q\nq_SOURCES = q1.c\nS = a b\np_SOURCES = $(S:=.c)\np_SOURCES += ${T:.o=.c}\nT = t.o\n",
        "p",
        "a.c b.c t.c",
    ),
    (
        "check_PROGRAMS = my-prog\nmy_prog_SOURCES = $(srcdir)/x.c $(top_srcdir)/y.c\n",
        "my-prog",
        "x.c y.c",
    ),
    (
        "if LINUX\nbin_PROGRAMS = p\nelse\nbin_PROGRAMS = q\nendif\np_SOURCES = a.c\nif X\nelse\np_SOURCES += b.c\nendif\n",
        "p",
        "a.c",
    ),
    (
        "include $(srcdir)/inc/more.am\nbin_PROGRAMS += p\np_SOURCES = $(MORE)\n",
        "p",
        "inc/m.c",
    ),
    (
        "noinst_LIBRARIES = libx.a\nlibx_a_SOURCES = x.c\n",
        "libx.a",
        "x.c",
    ),
    (
        "lib_LTLIBRARIES = liby.la\nall:\n\techo bin_PROGRAMS = z\n",
        "liby.la",
        "liby.c",
    ),
    (
        "bin_PROGRAMS = p\ndist_p_SOURCES = a.c\nnodist_p_SOURCES = made.c\n",
        "p",
        "a.c made.c",
    ),
    ("SUBDIRS = . sub sub/../..\n", "sub/s", "sub/s.c"),
];

#[test]
fn sources_are_found() {
    for (text, name, expected) in SOURCES {
        let build = build(&[
            ("Makefile.am", text),
            ("inc/more.am", "MORE = %D%/m.c\n"),
            ("sub/Makefile.am", "bin_PROGRAMS = s\n"),
        ]);
        assert_eq!(target(&build, name).sources.join(" "), *expected, "{text}");
    }
}

#[test]
fn settings_and_libraries_are_found() {
    let build = build(&[
        (
            "configure.ac",
            "AC_INIT([demo], [1.5])\nAC_CONFIG_HEADERS([inc/config.h])\n",
        ),
        ("Makefile.am", "SUBDIRS = lib src\n"),
        (
            "lib/Makefile.am",
            "noinst_LIBRARIES = libbase.a\nnoinst_LTLIBRARIES = libtop.la\nlibbase_a_CPPFLAGS = -DBASE\n\
             libtop_la_SOURCES = top.c\nlibtop_la_LIBADD = libbase.a\n",
        ),
        (
            "src/Makefile.am",
            "AM_CPPFLAGS = -I$(top_srcdir)/include -I$(srcdir)/own -I$(builddir) -DV=\\\"$(VERSION)\\\" -D'T=\"a b\"'\n\
             AM_CFLAGS = -Wall -std=c99\nbin_PROGRAMS = p q\np_LDADD = $(top_builddir)/lib/libtop.la -lm\n\
             q_CPPFLAGS = -DQ\nLDADD = ../lib/libbase.a\n",
        ),
    ]);
    let whole = build.closure(target(&build, "src/p"));
    assert_eq!(whole.sources, ["src/p.c", "lib/top.c", "lib/libbase.c"]);
    assert_eq!(whole.include_dirs, ["src", "inc", "include", "src/own"]);
    assert_eq!(whole.defines, ["HAVE_CONFIG_H", "V=\"1.5\"", "T=\"a b\""]);
    assert_eq!(whole.standard.as_deref(), Some("c99"));
    let other = build.closure(target(&build, "src/q"));
    assert_eq!(other.sources, ["src/q.c", "lib/libbase.c"]);
    assert_eq!(other.defines, ["HAVE_CONFIG_H", "Q"]);
}

#[test]
fn tests_are_understood() {
    let build = build(&[
        ("Makefile.am", "SUBDIRS = t\nTESTS = run.sh\n"),
        (
            "t/Makefile.am",
            "check_PROGRAMS = one two$(EXEEXT)\nTESTS = $(check_PROGRAMS) three\nXFAIL_TESTS = two\n",
        ),
        ("u/Makefile.am", ""),
    ]);
    let shown: Vec<String> = build
        .tests
        .iter()
        .map(|test| {
            let reason = test.not_understood.as_deref().unwrap_or("fine");
            format!(
                "{} {} {}:{} {}: {reason}",
                test.target, test.folder, test.from, test.line, test.will_fail
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "t/one t t/Makefile.am:2 false: fine",
            "t/two t t/Makefile.am:2 true: fine",
            "t/three t t/Makefile.am:2 false: it runs `three`, which is not a program of this project",
            "run.sh  Makefile.am:2 false: it runs a script with `run.sh`",
        ]
    );
    let text = "check_PROGRAMS = a\nTESTS = a\nTESTS_ENVIRONMENT = X=1\n";
    let build = crate::testing::build(&[("Makefile.am", text)]);
    assert_eq!(
        build.tests[0].not_understood.as_deref(),
        Some("runs with `X=1`")
    );
}

#[test]
fn templates_are_configured() {
    let build = build(&[
        ("Makefile.am", ""),
        (
            "configure.ac",
            "dnl AC_DEFINE([NO1], [1])\nAC_INIT([my demo], [1.5], [me@x.org]) # AC_DEFINE([NO2], [1])\n\
             AC_CONFIG_HEADERS([config.h:config.in])\nAC_CHECK_HEADERS([stdio.h odd.h])\n\
             AC_DEFINE([A], [f(1, 2)], [text])\nAC_DEFINE(B)\nAC_DEFINE_UNQUOTED([C], [\"$x\"], [text])\n\
             AC_ARG_ENABLE([d], [], [AC_DEFINE([D], [1])])\nif test x; then\nAC_DEFINE([E], [1])\nfi\n\
             AC_SUBST([F], [6])\nAC_CONFIG_FILES([Makefile src/v.h])\nAC_OUTPUT\n",
        ),
        (
            "config.in",
            "#undef A\n#undef B\n#undef C\n#undef D\n#undef E\n#undef HAVE_STDIO_H\n#undef HAVE_ODD_H\n\
             #undef PACKAGE_STRING\n#undef PACKAGE_TARNAME\n",
        ),
        ("src/v.h.in", "@F@ @VERSION@ @NO@\n"),
    ]);
    assert_eq!(
        build.configured[0].text,
        "#define A f(1, 2)\n#define B 1\n/* #undef C */\n/* #undef D */\n/* #undef E */\n#define HAVE_STDIO_H 1\n\
         /* #undef HAVE_ODD_H */\n#define PACKAGE_STRING \"my demo 1.5\"\n#define PACKAGE_TARNAME \"my-demo\"\n"
    );
    assert_eq!(build.configured[1].path, "src/v.h");
    assert_eq!(build.configured[1].text, "6 1.5 @NO@\n");
}

#[test]
fn damaged_descriptions_do_no_harm() {
    let text: Vec<&str> = SOURCES.iter().map(|case| case.0).collect();
    survives("Makefile.am", &text.join("\n"));
    let started = std::time::Instant::now();
    let lines: Vec<String> = (0..40)
        .map(|n| format!("A{n} = $(A{}) $(A{})\n", n + 1, n + 1))
        .collect();
    let doubled = lines.concat();
    let quoted = format!("AC_INIT({}", "[(".repeat(50_000));
    for text in [
        "bin_PROGRAMS = $(A0)\nA0 = $(A0) $(A0)\n".to_string(),
        format!("bin_PROGRAMS = $(A0)\n{doubled}"),
        "include Makefile.am\nSUBDIRS = ./ x/..\n".to_string(),
        format!("bin_PROGRAMS = {}", "$(".repeat(50_000)),
    ] {
        let _ = build(&[("Makefile.am", &text), ("configure.ac", &quoted)]);
    }
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
}

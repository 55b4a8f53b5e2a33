//! Tests of the Meson reader, with small projects of their own.

use crate::testing::{build, survives, target};

/// A description and the sources of its target `p`.
const SOURCES: &[(&str, &str)] = &[
    (
        "s = ['a.c']\ns += 'b.c'\ns += ['c.c', 'c.h']\nexecutable('p', s)",
        "a.c b.c c.c",
    ),
    (
        "executable('p', files('a.c'), sources: ['b.c'] + files('c.c'))",
        "a.c b.c c.c",
    ),
    (
        "subdir('src')\nexecutable('p', more, 'main.c')",
        "src/more.c main.c",
    ),
    (
        "if get_option('fast') and not get_option('slow')\nexecutable('p', 'a.c')\nelse\nexecutable('p', 'b.c')\nendif",
        "a.c",
    ),
    (
        "if 'x' == 'y'\nelif 'a' in ['a', 'b'] and 'z' not in ['a']\nexecutable('p', 'b.c')\nendif",
        "b.c",
    ),
    (
        "x = get_option('mode') == 'one' ? 'a.c' : 'b.c'\nexecutable('p', x)",
        "a.c",
    ),
    (
        "if get_option('extra').enabled() or unknown().found()\nelse\nexecutable('p', 'a.c')\nendif",
        "a.c",
    ),
    (
        "s = []\nforeach n : ['a', 'b', 'c']\nif n == 'b'\ncontinue\nendif\ns += n + '.c'\nendforeach\nexecutable('p', s)",
        "a.c c.c",
    ),
    (
        "s = []\nforeach k, v : {'a': 'x', 'b': 'y'}\ns += [k + v + '.c']\nendforeach\nexecutable('p', s)",
        "ax.c by.c",
    ),
    (
        "d = {'k': ['a.c']}\nexecutable('p', d['k'], d.get('z', ['b.c']))",
        "a.c b.c",
    ),
    (
        "n = 'a'\nexecutable('p', f'@n@.c', '@0@_@1@.c'.format('x', 2))",
        "a.c x_2.c",
    ),
    (
        "executable('p', '''a.c''', 'b' / 'c.c', join_paths('d', 'e.c'))",
        "a.c b/c.c d/e.c",
    ),
    (
        "t = ' a.c '.strip().split('.')\nexecutable('p', t[0] + '.c', 'x-y'.underscorify() + '.c', 'n@0@.c'.format(t.length()))",
        "a.c x_y.c n2.c",
    ),
    (
        "if 'abc'.startswith('a') and 'abc'.endswith('c') and '1.10'.version_compare('>=1.9')\nexecutable('p', 'a.c')\nendif",
        "a.c",
    ),
    (
        "if host_machine.system() == 'linux' and meson.get_compiler('c').get_id() == 'gcc'\nexecutable('p', 'a.c')\nendif",
        "a.c",
    ),
    (
        "set_variable('v', 'a.c')\nif is_variable('v')\nexecutable('p', get_variable('v'), kwargs: {'sources': 'b.c'})\nendif",
        "a.c b.c",
    ),
    (
        "d = declare_dependency(sources: 'd.c')\ne = declare_dependency(dependencies: [d])\nexecutable('p', 'a.c', dependencies: [e, dependency('m')])",
        "a.c d.c",
    ),
    (
        "executable('p', # comment\n  'a.c',\n)\nx = (1 + 2) * 3\nmessage('x', x)",
        "a.c",
    ),
    (
        "executable('p', configure_file(input: 'a.c.in', output: 'made.c', copy: true))",
        "made.c",
    ),
    ("y = ( )\nexecutable('p', 'a.c')", "a.c"),
];

#[test]
fn sources_are_found() {
    for (text, expected) in SOURCES {
        let text = format!("project('x', 'c')\n{text}\n");
        let options = "option('fast', type: 'boolean')\noption('slow', type: 'boolean', value: false)\n\
                       option('mode', type: 'combo', choices: ['one', 'two'])\noption('extra', type: 'feature')\n";
        let build = build(&[
            ("meson.build", &text),
            ("meson_options.txt", options),
            ("src/meson.build", "more = files('more.c')"),
            ("a.c.in", ""),
        ]);
        assert_eq!(target(&build, "p").sources.join(" "), *expected, "{text}");
    }
}

#[test]
fn settings_are_handed_on() {
    let build = build(&[
        (
            "meson.build",
            "project('x', 'c', version: '1.2', default_options: ['c_std=c11'])\n\
             add_project_arguments('-DALL', language: 'c')\nsubdir('lib')\n\
             executable('app', 'main.c', include_directories: [include_directories('inc'), 'more'],\n\
               dependencies: dep, link_with: [other], c_args: ['-DN=3', '-DV=\"@0@\"'.format(meson.project_version())],\n\
               override_options: ['c_std=c99'])\n",
        ),
        (
            "lib/meson.build",
            "base = static_library('base', 'base.c')\nother = shared_library('other', 'other.c', implicit_include_directories: false)\n\
             top = library('top', 'top.c', link_with: base)\n\
             dep = declare_dependency(link_with: top, include_directories: include_directories('.'), compile_args: '-DDEP')\n",
        ),
    ]);
    let app = target(&build, "app");
    assert_eq!(app.standard.as_deref(), Some("c99"));
    let whole = build.closure(app);
    assert_eq!(
        whole.sources,
        ["main.c", "lib/other.c", "lib/top.c", "lib/base.c"]
    );
    assert_eq!(whole.include_dirs, ["inc", "more", "", "lib"]);
    assert_eq!(whole.defines, ["ALL", "N=3", "V=\"1.2\"", "DEP"]);
    assert!(target(&build, "other").include_dirs.is_empty());
}

/// A call, and the target, arguments, folder and reason of the test it describes.
const TESTS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "test('t', p, args: ['a', files('in.txt'), meson.current_source_dir() / 'd'])",
        "p",
        "a|in.txt|d",
        "",
        "",
    ),
    (
        "test('t', p, args: 'x', should_fail: true, workdir: meson.project_source_root() / 'data')",
        "p",
        "x",
        "data",
        "",
    ),
    (
        "test('t', find_program('run.sh'), args: [p])",
        "run.sh",
        "p",
        "",
        "it runs a script with `run.sh`",
    ),
    (
        "test('t', p, args: p)",
        "p",
        "p",
        "",
        "an argument is the path of the program `p`",
    ),
    (
        "test('t', p, args: unknown())",
        "p",
        "",
        "",
        "an argument is not known here",
    ),
    (
        "test('t', p, env: ['A=1'])",
        "p",
        "",
        "",
        "it sets environment variables",
    ),
    (
        "test('t', unknown())",
        "",
        "",
        "",
        "it runs a program that is not known here",
    ),
];

#[test]
fn tests_are_understood() {
    for (call, program, args, folder, reason) in TESTS {
        let content = format!("project('x', 'c')\np = executable('p', 'p.c')\n{call}");
        let build = build(&[("meson.build", &content)]);
        let test = &build.tests[0];
        assert_eq!((test.target.as_str(), test.line), (*program, 3), "{call}");
        assert_eq!(test.args.join("|"), *args, "{call}");
        assert_eq!(test.folder, *folder, "{call}");
        assert_eq!(test.will_fail, call.contains("should_fail"), "{call}");
        assert_eq!(
            test.not_understood.as_deref().unwrap_or_default(),
            *reason,
            "{call}"
        );
    }
}

#[test]
fn templates_are_configured() {
    let build = build(&[
        (
            "meson.build",
            "project('x', 'c', version: files('VERSION'))\nc = configuration_data({'D': 4})\nc.set('A', 1)\nc.set_quoted('B', meson.project_version())\n\
             c.set10('C', true)\nc.set('OFF', false)\n\
             configure_file(input: 'c.h.in', output: 'c.h', configuration: c)\nconfigure_file(output: 'all.h', configuration: {'X': 1})\n\
             configure_file(input: 'c.h.in', output: '@BASENAME@', configuration: {'A': 'text'})\n",
        ),
        ("VERSION", "2.0\n"),
        (
            "c.h.in",
            "@A@ @D@\n#mesondefine B\n#mesondefine C\n#mesondefine OFF\n#mesondefine NO\n",
        ),
    ]);
    assert_eq!(
        build.configured[0].text,
        "1 4\n#define B \"2.0\"\n#define C 1\n#undef OFF\n/* #undef NO */\n"
    );
    assert_eq!(build.configured[1].text, "#pragma once\n#define X 1\n");
    assert_eq!(build.configured[2].path, "c.h");
}

#[test]
fn damaged_descriptions_do_no_harm() {
    let text: Vec<&str> = SOURCES
        .iter()
        .chain(&[("subdir('.')", "")])
        .map(|case| case.0)
        .collect();
    survives("meson.build", &text.join("\n"));
}

#[test]
fn hostile_descriptions_end() {
    let nested = "if true\n".repeat(20_000);
    let parentheses = format!("x = {}", "(".repeat(100_000));
    let negated = format!("x = {}1", "not ".repeat(90_000));
    let lists = format!("x = {}", "[".repeat(100_000));
    let sums = format!("x = 1{}", " + 1".repeat(80_000));
    let calls = format!("x = a{}", ".b()".repeat(80_000));
    let choices = format!("x = {}", "true ? 1 : ".repeat(30_000));
    let wrapped = format!("x = []\n{}", "x = [x, x]\n".repeat(20_000));
    let doubled = format!(
        "x = ['a']\ny = 'a'\n{}",
        "x += x\ny += y\nz = y.join(x)\n".repeat(10_000)
    );
    let itself = "subdir('.')\nsubdir('./')".to_string();
    for text in [
        nested,
        parentheses,
        negated,
        lists,
        sums,
        calls,
        choices,
        wrapped,
        doubled,
        itself,
    ] {
        let started = std::time::Instant::now();
        let _ = build(&[("meson.build", &text)]);
        let start: String = text.chars().take(40).collect();
        assert!(
            started.elapsed().as_secs() < 10,
            "{:?} {start}",
            started.elapsed()
        );
    }
}

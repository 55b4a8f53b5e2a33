//! Programs without tests: a crash needs none, and nothing else is called a failure.

use crate::common::{Folder, faultlens};

/// Programs that crash on what they ask for: the body of the file, and the line of the crash.
const CRASHING: [(&str, u32); 10] = [
    // A file that is not there.
    (
        "int main(void) {\n    FILE *f = fopen(\"data.txt\", \"r\");\n    char line[20];\n    fgets(line, 20, f);\n    puts(line);\n    return 0;\n}\n",
        6,
    ),
    (
        "static int power(int n) {\n    return n * power(n - 1);\n}\nint main(void) {\n    int n;\n    scanf(\"%d\", &n);\n    printf(\"%d\\n\", power(n));\n    return 0;\n}\n",
        4,
    ),
    (
        "int main(void) {\n    int days[12];\n    for (int m = 1; m <= 12; m++)\n        days[m] = 30;\n    return days[1] != 30;\n}\n",
        6,
    ),
    (
        "struct item { int price; struct item *next; };\nint main(void) {\n    struct item last = { 7, NULL };\n    struct item *at = &last;\n    at = at->next;\n    printf(\"%d\\n\", at->price);\n    return 0;\n}\n",
        8,
    ),
    (
        "int main(void) {\n    int n, total;\n    scanf(\"%d\", &n);\n    for (int i = 0; i < n; i++)\n        total += i;\n    printf(\"%d\\n\", total);\n    return 0;\n}\n",
        8,
    ),
    (
        "static int *largest(int a, int b) {\n    int m = a > b ? a : b;\n    return &m;\n}\nint main(void) {\n    printf(\"%d\\n\", *largest(3, 4));\n    return 0;\n}\n",
        8,
    ),
    (
        "int main(void) {\n    int *p = malloc(sizeof *p);\n    *p = 4;\n    free(p);\n    printf(\"%d\\n\", *p);\n    return 0;\n}\n",
        7,
    ),
    (
        "int main(void) {\n    int n, sum = 0;\n    scanf(\"%d\", &n);\n    for (int i = n; i >= 0; i--)\n        sum += 12 / i;\n    printf(\"%d\\n\", sum);\n    return 0;\n}\n",
        7,
    ),
    (
        "int main(void) {\n    int n, i = 0;\n    scanf(\"%d\", &n);\n    while (i < n)\n        n = n + 0;\n    printf(\"%d\\n\", i);\n    return 0;\n}\n",
        6,
    ),
    (
        "int main(void) {\n    char word[4];\n    if (scanf(\"%3s\", word) != 1) return 1;\n    word[4] = 0;\n    puts(word);\n    return 0;\n}\n",
        6,
    ),
];

/// Programs that do not crash, and the exit status: 2 if nothing can be said without tests.
const OTHERS: [(&str, i32); 6] = [
    // Whatever is read, the array is too small for a text that does not end with a full stop.
    (
        "int main(void) {\n    char c, word[300];\n    int n = 0;\n    while ((c = getchar()) != '.') word[n++] = c;\n    word[n] = 0;\n    puts(word);\n    return 0;\n}\n",
        0,
    ),
    (
        "int main(void) {\n    puts(\"hello\");\n    return 0;\n}\n",
        0,
    ),
    // Without input, an unset value is printed: that is a note.
    (
        "int main(void) {\n    int n;\n    scanf(\"%d\", &n);\n    printf(\"%d\\n\", n + 1);\n    return 0;\n}\n",
        0,
    ),
    (
        "int main(void) {\n    int x, n = 0, sum = 0;\n    while (scanf(\"%d\", &x) == 1) { sum += x; n++; }\n    printf(\"%d\\n\", sum / n);\n    return 0;\n}\n",
        0,
    ),
    (
        "int main(void) {\n    char line[20];\n    while (fgets(line, sizeof line, stdin)) fputs(line, stdout);\n    return 0;\n}\n",
        0,
    ),
    // Meant to run for ever.
    (
        "volatile int port;\nint main(void) {\n    for (;;) port ^= 1;\n}\n",
        2,
    ),
];

const HEADERS: &str = "#include <stdio.h>\n#include <stdlib.h>\n";

#[test]
fn a_crash_needs_no_test() {
    let folder = Folder::new("crash");
    for (body, line) in CRASHING {
        folder.write("p.c", format!("{HEADERS}{body}").as_bytes());
        let found = faultlens(folder.path(), &["localize", "--format", "json", "p.c"]);
        assert_eq!(found.status, 1, "{body}{}", found.stdout);
        let report = found.json();
        assert_eq!(report["groups"][0]["line"], line, "{body}{}", found.stdout);
        // What the program must print instead nobody says.
        let fixes = report["diagnoses"].as_array().into_iter().flatten();
        let fixes = fixes.flat_map(|entry| entry["fixes"].as_array().into_iter().flatten());
        assert!(
            fixes.into_iter().all(|fix| fix["doubtful"] == true),
            "{body}"
        );
        // The story is told at once.
        let first = report["story"][0]["text"].as_str().unwrap_or_default();
        assert!(first.starts_with("Line "), "{body}{first}");
        let told = faultlens(folder.path(), &["p.c"]);
        assert!(told.stdout.contains(first), "{body}{}", told.stdout);
    }
}

#[test]
fn what_does_not_crash_is_not_called_failing() {
    let folder = Folder::new("no_crash");
    for (body, status) in OTHERS {
        folder.write("p.c", format!("{HEADERS}{body}").as_bytes());
        let found = faultlens(folder.path(), &["localize", "p.c"]);
        assert_eq!(found.status, status, "{body}{}", found.stdout);
        assert!(
            found.stdout.contains("no tests found"),
            "{body}{}",
            found.stdout
        );
        // Who asks for the tests is told that there are none.
        assert_eq!(
            faultlens(folder.path(), &["test", "p.c"]).status,
            2,
            "{body}"
        );
        let is_note = found
            .stdout
            .contains("without input, line 6: use of an uninitialised value");
        assert_eq!(is_note, body.contains("n + 1"), "{body}{}", found.stdout);
    }
}

/// Programs of which some run says nothing: the exit status, and what is said of it.
const UNJUDGED: [(&str, i32, &str); 4] = [
    (
        "int main(void) {\n    for (unsigned i = 5; i >= 0; i--)\n        printf(\"%u\\n\", i);\n}\n",
        2,
        "it did not end within",
    ),
    (
        "int main(void) {\n    int n;\n    if (scanf(\"%d\", &n) != 1) return 1;\n    for (unsigned i = n; i >= 0; i--) ;\n    return 0;\n}\n",
        0,
        "but in a run it did not end within",
    ),
    (
        "#include <unistd.h>\nint main(void) {\n    return fork();\n}\n",
        2,
        "is not modelled",
    ),
    (
        "int main(void) {\n    FILE *f = fopen(\"none.txt\", \"r\");\n    if (!f) { puts(\"cannot open\"); return 1; }\n    return 0;\n}\n",
        0,
        "does not crash",
    ),
];

#[test]
fn a_run_that_says_nothing_is_mentioned() {
    let folder = Folder::new("unjudged");
    for (body, status, said) in UNJUDGED {
        folder.write("p.c", format!("{HEADERS}{body}").as_bytes());
        let found = faultlens(folder.path(), &["p.c"]);
        assert_eq!(found.status, status, "{body}{}", found.stdout);
        assert!(found.stdout.contains(said), "{body}{}", found.stdout);
    }
}

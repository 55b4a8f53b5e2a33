//! No repair mixes up pointers and numbers, or depends on where objects are in memory.

use localize::JobOptions;
use testkit::{CompiledProgram, run_of_main};

use crate::support::{edits, localized_by};

/// The texts of all edits of all fixes for a program.
fn fixes(text: &str, tests: &[(&str, &str)]) -> Vec<String> {
    let (compiled, report) = localized_by(text, tests, JobOptions::default());
    let fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
    fixes
        .flat_map(|fix| edits(&compiled, fix))
        .map(|(_, text)| text)
        .collect()
}

/// In each program, a pointer converted to a small number happens to give the expected result where the lowest byte of
/// every address is 0.
#[test]
fn a_pointer_is_no_number() {
    let argument = "\
#include <stdio.h>
#include <stdint.h>
struct meter { uint8_t sum; int count; };
static uint8_t add(uint8_t sum, uint8_t x) { return (uint8_t)(sum + x); }
int main(void) {
    struct meter m = { 0, 0 }, *p = &m;
    int n, x;
    while (scanf(\"%d\", &n) == 1) {
        for (int i = 0; i < n; i++) {
            scanf(\"%d\", &x);
            if (i == 0) p->sum = add(p->sum, (uint8_t)x);
            else p->sum = add(p->sum, (uint8_t)x);
        }
        printf(\"%d\\n\", p->sum);
    }
    return 0;
}
";
    let tests = [
        ("2 1 2 2 3 4", "3\n7\n"),
        ("1 5", "5\n"),
        ("1 1 1 1", "1\n1\n"),
    ];
    assert!(!fixes(argument, &tests).iter().any(|f| f == "p"));

    let assigned = "\
#include <stdio.h>
static void mark(unsigned char *from, unsigned char *to) {
    unsigned char keep = *from;
    *to = keep;
}
int main(void) {
    unsigned char a, b = 9;
    scanf(\"%hhu\", &a);
    mark(&a, &b);
    printf(\"%d\\n\", b);
    return 0;
}
";
    let found = fixes(assigned, &[("0", "0\n"), ("4", "0\n"), ("7", "0\n")]);
    assert!(!found.iter().any(|f| f == "from" || f == "to"), "{found:?}");

    let returned = "\
#include <stdio.h>
struct node { char level; struct node *up; };
static char level_of(struct node *of) { return of->level; }
int main(void) {
    struct node top = { 0, 0 };
    int n;
    scanf(\"%d\", &n);
    top.level = n;
    printf(\"%d\\n\", level_of(&top));
    return 0;
}
";
    let found = fixes(returned, &[("0", "0\n"), ("4", "0\n"), ("7", "0\n")]);
    assert!(!found.iter().any(|f| f == "of" || f == "up"), "{found:?}");
}

/// Any pointer that is not null serves as the number, wherever the object is.
#[test]
fn a_pointer_is_no_number_even_if_any_will_do() {
    let text = "\
#include <stdio.h>
struct node { int level; struct node *up; };
static int level_of(struct node *of) { return of->level; }
int main(void) {
    struct node top = { 0, 0 };
    int n;
    scanf(\"%d\", &n);
    top.level = n;
    printf(\"%s\\n\", level_of(&top) ? \"yes\" : \"no\");
    return 0;
}
";
    let found = fixes(text, &[("0", "yes\n"), ("4", "yes\n"), ("7", "yes\n")]);
    assert!(!found.is_empty());
    assert!(!found.iter().any(|f| f == "of"), "{found:?}");
}

/// With casts, the types are right, and only the addresses of another run tell.
const CAST: &str = "\
#include <stdio.h>
#include <stdint.h>
int main(void) {
    unsigned n, low, result;
    scanf(\"%u\", &n);
    low = (unsigned)(uintptr_t)&n & 0xff;
    result = n;
    printf(\"%u\\n\", result);
    return low == 300;
}
";

#[test]
fn a_repair_holds_wherever_objects_are() {
    let found = fixes(CAST, &[("0", "0\n"), ("4", "0\n"), ("7", "0\n")]);
    assert!(!found.is_empty());
    assert!(!found.iter().any(|f| f.contains("low")), "{found:?}");
}

#[test]
fn a_program_may_itself_depend_on_addresses() {
    // The last test prints a byte of an address, so its outcome says nothing about a repair.
    let text = "\
#include <stdio.h>
#include <stdint.h>
int main(void) {
    unsigned n;
    scanf(\"%u\", &n);
    if (n >= 5) n = n - 3;
    printf(\"%u %u\\n\", n, n > 50 ? (unsigned)(uintptr_t)&n & 0xff : 1);
    return 0;
}
";
    let found = fixes(text, &[("2", "2 1\n"), ("5", "5 1\n"), ("99", "96 0\n")]);
    assert!(found.iter().any(|f| f == ">"), "{found:?}");
}

#[test]
fn a_failing_output_made_from_an_address_has_no_constant_that_repairs_it() {
    for text in [
        "#include <stdio.h>\nint v[4];\nint main(void) { int n, last = (int)(long)(v + 2); scanf(\"%d\", &n); \
         n += last; printf(\"%d\\n\", n); return 0; }",
        "#include <stdio.h>\nint twice(int n) { return 2 * n; }\n\
         int main(void) { int n, r = twice; scanf(\"%d\", &n); r += n; printf(\"%d\\n\", r - 1); return 0; }",
    ] {
        let found = fixes(text, &[("3", "3\n")]);
        let is_constant = |f: &&String| {
            f.trim_start_matches('-')
                .parse::<i64>()
                .is_ok_and(|n| n.abs() > 99)
        };
        assert!(!found.iter().any(|f| is_constant(&f)), "{found:?}");
    }
}

#[test]
fn runs_with_other_addresses_tell_whether_they_matter() {
    let outcome = |body: &str| {
        let text = format!(
            "#include <stdio.h>\n#include <stdint.h>\n#include <stdlib.h>\nint a, b;\n\
             int main(void) {{ int *p = &a, *q = &b; {body} return 0; }}"
        );
        let ran = CompiledProgram::new(&text).run(&[run_of_main("t", &[], "", None)]);
        ran[0].depends_on_layout
    };
    for body in [
        "printf(\"%p\", (void *)p);",
        "printf(\"%d\", (uintptr_t)p % 256 == 0);",
        "printf(\"%d\", (uintptr_t)p < (uintptr_t)q);",
        "printf(\"%d\", *(unsigned char *)&p);",
        "if ((unsigned char)(uintptr_t)p) abort();",
        "printf(\"%d\", p < q);",
    ] {
        assert!(outcome(body), "{body}");
    }
    for body in [
        "printf(\"%d\", p == q);",
        "printf(\"%d\", (uintptr_t)p != (uintptr_t)q);",
        "printf(\"%d\", (int)(p + 3 - p));",
        "printf(\"%d\", (uintptr_t)p % 16 == 0);",
        "uintptr_t n = (uintptr_t)p; n += 4; n -= 4; *(int *)n = 3; printf(\"%d\", a);",
        "int *r; unsigned char *to = (unsigned char *)&r, *from = (unsigned char *)&p; \
         for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i]; *r = 5; printf(\"%d\", a);",
        "uintptr_t n = (uintptr_t)p ^ (uintptr_t)q; n ^= (uintptr_t)q; *(int *)n = 3; printf(\"%d\", a);",
    ] {
        assert!(!outcome(body), "{body}");
    }
}

//! Two independent faults that fail different tests: where no set explains the tests together, the one with the
//! shortest run is explained alone, and then the others.

use localize::{Event, JobOptions, Session};
use testkit::CompiledProgram;

use crate::support::{Patience, localized_by, numbered};

/// A program with the lines of its two faults, a test that each fault fails, and one that passes.
struct TwoFaults {
    text: &'static str,
    faults: [u32; 2],
    tests: [(&'static str, &'static str); 3],
}

/// Each branch prints what no input changes, so no place before the branches explains both failures.
const PROGRAMS: [TwoFaults; 3] = [
    TwoFaults {
        text: r#"
int printf(const char *, ...);
int scanf(const char *, ...);
int main(void) {
    int a, b;
    scanf("%d %d", &a, &b);
    if (a > b) {
        int area = 6 * 7 + 1;
        printf("%d\n", area);
    } else if (a < b) {
        int sum = 30 - 12;
        printf("%d\n", sum);
    } else {
        printf("same\n");
    }
    return 0;
}
"#,
        faults: [8, 11],
        tests: [("5 2", "1234\n"), ("2 5", "7681\n"), ("1 1", "same\n")],
    },
    TwoFaults {
        text: r#"
int printf(const char *, ...);
int scanf(const char *, ...);
int low(void) { return 10 - 2; }
int high(void) { return 50 * 2; }
int main(void) {
    char what;
    scanf(" %c", &what);
    switch (what) {
    case 'l':
        printf("low %d\n", low());
        break;
    case 'h':
        printf("high %d\n", high());
        break;
    default:
        printf("?\n");
    }
    return 0;
}
"#,
        faults: [4, 5],
        tests: [("l", "low 5417\n"), ("h", "high 8123\n"), ("x", "?\n")],
    },
    TwoFaults {
        text: r#"
int printf(const char *, ...);
int getchar(void);
int stars(int n) {
    return n * n + 3;
}
int numbers(int n) {
    int sum = 17;
    for (int i = 0; i < n; i++)
        sum += 2;
    return sum;
}
int main(void) {
    int c = getchar();
    if (c == 's')
        printf("%d\n", stars(4));
    if (c == 'n')
        printf("%d\n", numbers(3));
    return 0;
}
"#,
        faults: [5, 8],
        tests: [("s", "6253\n"), ("n", "9817\n"), ("x", "")],
    },
];

/// Before that, what explains one of the tests is told as such, and as soon as it is known.
#[test]
fn what_explains_one_test_is_told_at_once() {
    for program in PROGRAMS {
        let options = JobOptions {
            max_size: 1,
            ..JobOptions::default()
        };
        let compiled = CompiledProgram::new(program.text);
        let tests = numbered(&program.tests);
        let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
        let mut told = Vec::new();
        session.localize(&Patience::seconds(30), &mut |event| match event {
            Event::Suspected(lines) if told.len() < 2 => {
                let explaining = lines.iter().filter(|line| !line.explains.is_empty());
                let lines = explaining.map(|line| (line.line, line.explains.clone()));
                told.push(lines.collect::<Vec<_>>());
            }
            _ => {}
        });
        drop(session);
        // The first time, nothing is certified.
        let [first, second] = &told[..] else {
            panic!("{}: {told:?}", program.text);
        };
        assert!(
            first.is_empty() && !second.is_empty(),
            "{}: {told:?}",
            program.text
        );
        assert!(
            second.iter().all(|(_, tests)| tests.len() == 1),
            "{}: {told:?}",
            program.text
        );
    }
}

#[test]
fn each_test_is_explained_where_nothing_explains_all() {
    for program in PROGRAMS {
        let options = JobOptions {
            // Both faults together are no candidate, nor are edits that mend both.
            max_size: 1,
            max_edits: 1,
            ..JobOptions::default()
        };
        let (_, report) = localized_by(program.text, &program.tests, options);
        let failing: Vec<&[usize]> = report.groups.iter().map(|g| &g.tests[..]).collect();
        assert_eq!(failing.len(), 2, "{}\n{failing:?}", program.text);
        for line in program.faults {
            let mut ranked = report.ranking.iter();
            let rank = ranked.find(|ranked| ranked.line == line);
            assert!(
                rank.is_some_and(|ranked| ranked.certified),
                "{}: {line} is not in {:?}",
                program.text,
                report.ranking
            );
        }
    }
}

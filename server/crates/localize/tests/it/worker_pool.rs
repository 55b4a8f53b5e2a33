//! More threads find the same results, to the last fix; a failing thread ends the job, and nothing hangs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use localize::report::Report;
use localize::{Control, Event, JobOptions, Session};
use testkit::{LoadedFixture, fixture, fixtures};

use crate::support::{Patience, found};

/// Fixtures with fixes, several groups or several faults.
const FIXTURES: [&str; 4] = ["max3", "two-faults", "division-by-zero", "wrong-constant"];

fn localize(loaded: &LoadedFixture, workers: usize) -> Report {
    let options = JobOptions {
        max_size: 2,
        workers,
        ..JobOptions::default()
    };
    let (parse, program) = (&loaded.compiled.parse, &loaded.compiled.program);
    let mut session = Session::new(parse, program, &loaded.tests, options);
    session.localize(&Patience::seconds(60), &mut |_| ())
}

#[test]
fn threads_do_not_change_the_results() {
    let mut fixes = 0;
    let named = |f: &std::path::PathBuf| FIXTURES.iter().any(|name| f.ends_with(name));
    for folder in fixtures().into_iter().filter(named) {
        let loaded = LoadedFixture::new(&folder);
        let one = localize(&loaded, 1);
        fixes += one.diagnoses.iter().map(|d| d.fixes.len()).sum::<usize>();
        for workers in [2, 4] {
            assert_eq!(found(&one), found(&localize(&loaded, workers)));
        }
    }
    assert!(fixes > 0, "no fix is put to the test");
}

/// A control that panics on a search thread after a number of calls on such threads.
struct Faulty {
    patience: Patience,
    left: AtomicI64,
}

impl exec::Control for Faulty {
    fn stop_reason(&self) -> Option<String> {
        if std::thread::current().name() == Some("search") {
            if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
                std::panic::resume_unwind(Box::new("a fault that was put in".to_owned()));
            }
        } else if self.left.load(Ordering::Relaxed) >= 0 {
            // The other threads must not finish before that.
            std::thread::sleep(Duration::from_micros(200));
        }
        exec::Control::stop_reason(&self.patience)
    }

    fn phase(&self, _: &'static str) {}
}

impl Control for Faulty {}

/// Outcome of a job with a failing thread.
fn localize_with_fault(moment: i64, workers: usize) -> Result<Report, String> {
    let (send, ended) = channel();
    // A hanging job is abandoned; the process ends with the tests.
    let job = move || {
        let loaded = LoadedFixture::new(&fixture("max3"));
        let (parse, program) = (&loaded.compiled.parse, &loaded.compiled.program);
        let options = JobOptions {
            workers,
            ..JobOptions::default()
        };
        let control = Faulty {
            patience: Patience::seconds(60),
            left: AtomicI64::new(moment),
        };
        let mut session = Session::new(parse, program, &loaded.tests, options);
        let report = catch_unwind(AssertUnwindSafe(|| session.localize(&control, &mut |_| ())));
        let words = |panic: Box<dyn std::any::Any + Send>| match panic.downcast::<String>() {
            Ok(words) => *words,
            Err(panic) => format!("{:?}", panic.downcast_ref::<&str>()),
        };
        let _ = send.send(report.map_err(words));
    };
    let thread = std::thread::Builder::new().stack_size(exec::STACK);
    thread.spawn(job).expect("a thread");
    ended
        .recv_timeout(Duration::from_secs(120))
        .expect("the job hangs")
}

#[test]
fn a_thread_that_fails_ends_the_job_with_its_own_words() {
    for (moment, workers) in [(0, 2), (0, 4), (1, 2), (2, 4), (4, 2)] {
        let ended = localize_with_fault(moment, workers);
        let words = ended
            .err()
            .unwrap_or_else(|| panic!("no thread was asked {moment} times"));
        assert_eq!(words, "a fault that was put in", "{moment} {workers}");
    }
}

#[test]
fn single_suspects_of_all_groups_come_before_pairs_of_any() {
    let text = "#include <stdio.h>
int main(void) {
  int x, a, b;
  scanf(\"%d\", &x);
  a = x + 1;
  b = x - 1;
  if (x > 10)
    a = a / (b - x + 1);
  printf(\"%d %d\\n\", a, b);
  return 0;
}
";
    let compiled = testkit::CompiledProgram::new(text);
    let tests = [("wrong", "5", "4 6\n"), ("zero", "20", "10 19\n")];
    let tests = tests
        .map(|(id, input, output)| testkit::run_of_main(id, &[], input, Some(output.as_bytes())));
    let options = JobOptions {
        max_size: 2,
        // Edits with larger budgets come behind the search.
        max_rounds: 1,
        ..JobOptions::default()
    };
    let mut told = Vec::new();
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(20), &mut |event| {
        if let Event::Diagnosis(d, _) = event {
            told.push((d.suspects.len(), d.group));
        }
    });
    assert_eq!(report.groups.len(), 2);
    let has = |size, group| told.contains(&(size, group));
    assert!(
        has(2, 0) && has(2, 1) && (has(1, 0) || has(1, 1)),
        "{told:?}"
    );
    assert!(told.is_sorted_by_key(|(size, _)| *size), "{told:?}");
}

//! The supervisor of a worker in the asking process: it forwards events, keeps the deadline, and describes the end of
//! a worker that died without a last event.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::Range;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use memchr::{memchr, memrchr};

use super::canceller::Canceller;
use super::partial::Partial;
use super::protocol::{Event, JobSpec};
use crate::model::End;

/// Time that a worker has after its limit to end by itself with its own report: this part of the limit, within these
/// bounds.
const GRACE: f64 = 0.05;
const SHORTEST_GRACE: Duration = Duration::from_millis(200);
const LONGEST_GRACE: Duration = Duration::from_secs(1);

/// Time for the arrival of a killed worker's output. The death of a large worker takes longer to be noticed.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// Number of bytes of a worker's output that are read at once: the capacity of the pipe.
const CHUNK: usize = 64 << 10;

/// Initial capacity for a report, which most reports do not exceed.
pub(super) const REPORT: usize = 1 << 20;

/// Beginning of the line that announces a report: [`Event::Written`].
const ANNOUNCES: &[u8] = br#"{"written":"#;

/// Beginning of a written report, with the first key of a [`LocalizeReport`](crate::model::LocalizeReport).
const REPORT_BEGINS: &[u8] = br#"{"version":"#;

/// Beginnings of the lines of all events that may be the last.
const LAST: [&[u8]; 3] = [ANNOUNCES, br#"{"done":"#, br#"{"failed":"#];

/// Number of bytes of a worker's stderr that are kept, from its end.
const STDERR_TAIL: usize = 4096;

#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

/// Supervises one worker until its end.
pub(super) struct Supervisor<S> {
    partial: Partial,
    /// Status of the report in the next line, if one was announced.
    written: Option<End>,
    /// If only the last event is wanted: the unparsed blocks before it with their arrival times, in case they are
    /// needed.
    unread: Option<Vec<(Instant, Vec<u8>)>>,
    job: Canceller,
    deadline: Option<Instant>,
    time_limit: f64,
    memory_mb: u64,
    timed_out: bool,
    /// Whether the worker has reported this.
    out_of_memory: bool,
    sink: S,
}

impl<S: FnMut(Event)> Supervisor<S> {
    pub(super) fn new(spec: &JobSpec, job: Canceller, only_last: bool, sink: S) -> Self {
        let limit = spec.options.time_limit();
        let limit = limit.saturating_add(grace(limit));
        Self {
            deadline: Instant::now().checked_add(limit),
            time_limit: spec.options.seconds(),
            memory_mb: spec.options.memory_mb,
            partial: Partial::new(spec),
            written: None,
            unread: only_last.then(Vec::new),
            timed_out: false,
            out_of_memory: false,
            job,
            sink,
        }
    }

    /// Works until the last event was passed on. Returns the worker's stdin; closing it would end the worker.
    pub(super) fn run(mut self, line: &str, pipes: Pipes) -> ChildStdin {
        let Pipes {
            mut stdin,
            stdout,
            stderr,
        } = pipes;
        let (send, blocks) = channel();
        std::thread::spawn(move || forward_lines(stdout, &send));
        let mut stderr = Some(std::thread::spawn(move || tail_of(stderr)));
        // An error means that the worker died early; its output then ends.
        let _ = stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.write_all(b"\n"))
            .and_then(|()| stdin.flush());
        loop {
            match blocks.recv_timeout(self.time_left()) {
                Ok(block) => {
                    if let Some(last) = self.block(block) {
                        tracing::info!(job = self.job.id(), "the job is done");
                        // The recipient of the last event may end the process, so the rest of the log has to come
                        // first.
                        if tracing::enabled!(tracing::Level::ERROR) {
                            self.job.kill();
                            let _ = stderr.take().map(JoinHandle::join);
                        }
                        (self.sink)(last);
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) if !self.timed_out => {
                    self.timed_out = true;
                    self.deadline = Instant::now().checked_add(LAST_WORDS);
                    self.job.kill();
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    if let Some(stderr) = stderr.take() {
                        self.ended_early(stderr);
                    }
                    break;
                }
            }
        }
        stdin
    }

    fn time_left(&self) -> Duration {
        self.deadline.map_or(Duration::from_secs(3600), |d| {
            d.saturating_duration_since(Instant::now())
        })
    }

    /// Handles whole lines; returns the last event of the job.
    fn block(&mut self, block: Vec<u8>) -> Option<Event> {
        let now = Instant::now();
        let last = match &mut self.unread {
            None => self.lines(&block, now),
            Some(unread) => match last_event(&block, &mut self.written) {
                Some(Last::Event(event)) => {
                    unread.push((now, block));
                    Some(event)
                }
                Some(Last::Report(status, at)) => Some(report(status, block, at)),
                None => {
                    unread.push((now, block));
                    None
                }
            },
        };
        match last? {
            Event::Failed { message, .. } => {
                self.read();
                let told = Some(Box::new(self.partial.failed(&message)));
                Some(Event::Failed { message, told })
            }
            last => Some(last),
        }
    }

    fn lines(&mut self, block: &[u8], came: Instant) -> Option<Event> {
        lines(block).find_map(|line| self.line(line, came))
    }

    fn line(&mut self, line: &[u8], came: Instant) -> Option<Event> {
        if is_report(line)
            && let Some(status) = self.written.take()
        {
            let line = [line, b"\n"].concat();
            let all = 0..line.len();
            return Some(report(status, line, all));
        }
        let event = event(line)?;
        if matches!(event, Event::OutOfMemory) {
            self.out_of_memory = true;
            return None;
        }
        self.partial.note(&event, came);
        if event.is_last() {
            return complete(event, &mut self.written);
        }
        if self.unread.is_none() {
            (self.sink)(event);
        }
        None
    }

    /// Parses the blocks that were kept.
    fn read(&mut self) {
        self.written = None;
        let waiting = self.unread.as_mut().map(std::mem::take);
        for (came, block) in waiting.unwrap_or_default() {
            self.lines(&block, came);
        }
    }

    fn ended_early(&mut self, stderr: JoinHandle<String>) {
        self.read();
        let reason = if self.job.is_cancelled() {
            "cancelled".to_owned()
        } else if self.timed_out {
            time_limit_reason(self.time_limit)
        } else if self.out_of_memory {
            memory_limit_reason(self.memory_mb)
        } else {
            let status = self.job.wait();
            let stderr = stderr.join().unwrap_or_default();
            tracing::error!(?status, stderr, "the worker ended without an answer");
            ended_because(status, &stderr, self.memory_mb)
        };
        // Processes that the worker started must not outlive it.
        self.job.kill();
        (self.sink)(Event::Done {
            report: Box::new(self.partial.stopped(&reason)),
        });
    }
}

/// The grace period for a time limit; see [`GRACE`].
fn grace(limit: Duration) -> Duration {
    let part = Duration::try_from_secs_f64(limit.as_secs_f64() * GRACE);
    part.map_or(LONGEST_GRACE, |part| {
        part.clamp(SHORTEST_GRACE, LONGEST_GRACE)
    })
}

/// The complete lines of a block. An incomplete line is ignored: its writer died, and half a report is useless.
fn lines(block: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = block.split_inclusive(|&byte| byte == b'\n');
    let ended = lines.filter_map(|line| line.strip_suffix(b"\n"));
    ended.filter(|line| !line.is_empty())
}

/// Parses the event in a line.
fn event(line: &[u8]) -> Option<Event> {
    let event = serde_json::from_slice(line).ok();
    if event.is_none() {
        let line = String::from_utf8_lossy(line);
        tracing::warn!(?line, "the worker wrote something that is no event");
    }
    event
}

/// The last event of a job, found in a block.
enum Last {
    Event(Event),
    /// A report that was written with this status, and its range in the block, including the end of the line.
    Report(End, Range<usize>),
}

/// The last event of a job in a block, between any other lines. Only the beginnings of other lines are examined.
fn last_event(block: &[u8], announced: &mut Option<End>) -> Option<Last> {
    let mut start = 0;
    while let Some(length) = memchr(b'\n', &block[start..]) {
        let (line, end) = (&block[start..start + length], start + length + 1);
        if is_report(line)
            && let Some(status) = announced.take()
        {
            return Some(Last::Report(status, start..end));
        }
        if LAST.iter().any(|begin| line.starts_with(begin))
            && let Some(last) = event(line).and_then(|event| complete(event, announced))
        {
            return Some(Last::Event(last));
        }
        start = end;
    }
    None
}

/// Whether a line is a report that was announced, rather than an event that another thread of the worker sent
/// meanwhile.
fn is_report(line: &[u8]) -> bool {
    line.starts_with(REPORT_BEGINS)
}

/// The event, if it is the last one and complete. If its report is still to come, the status is stored.
fn complete(event: Event, written: &mut Option<End>) -> Option<Event> {
    match event {
        Event::Written { end, .. } => {
            *written = Some(end);
            None
        }
        event => event.is_last().then_some(event),
    }
}

/// The last event of a job that wrote its report, which is at this range of the block. A large report is not copied.
fn report(end: End, mut block: Vec<u8>, at: Range<usize>) -> Event {
    block.truncate(at.end);
    block.drain(..at.start);
    Event::Written { end, report: block }
}

/// Reason for exceeding the time limit, in the wording that all parts use.
pub(super) fn time_limit_reason(seconds: f64) -> String {
    format!("time limit {seconds} s")
}

/// Reason for exceeding the memory limit, in the wording that all parts use.
pub(super) fn memory_limit_reason(megabytes: u64) -> String {
    format!("memory limit {megabytes} MB")
}

/// Forwards the output in blocks that end after complete lines; many small events form one block.
fn forward_lines(mut stdout: ChildStdout, send: &Sender<Vec<u8>>) {
    let mut block = Vec::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let more = match stdout.read(&mut chunk) {
            Ok(0) => return,
            Ok(more) => &chunk[..more],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let Some(end) = memrchr(b'\n', more) else {
            // This is a long line, most likely a report; its beginning may have come after another line.
            block.reserve(REPORT.saturating_sub(block.len()));
            block.extend_from_slice(more);
            continue;
        };
        block.extend_from_slice(&more[..=end]);
        let lines = std::mem::replace(&mut block, more[end + 1..].to_vec());
        if send.send(lines).is_err() {
            return;
        }
    }
}

/// The end of a worker's stderr. The worker's log is there too, and is forwarded to ours.
fn tail_of(stderr: ChildStderr) -> String {
    let mut tail = Vec::new();
    for line in BufReader::new(stderr).split(b'\n') {
        let Ok(line) = line else { break };
        if tracing::enabled!(tracing::Level::ERROR) {
            // These lines are a log already. An error in writing the log is no reason to stop.
            let _ = writeln!(io::stderr(), "[worker] {}", String::from_utf8_lossy(&line));
        }
        tail.extend(line);
        tail.push(b'\n');
        if tail.len() > 2 * STDERR_TAIL {
            tail.drain(..tail.len() - STDERR_TAIL);
        }
    }
    String::from_utf8_lossy(&tail).into_owned()
}

/// Reason why a worker ended without a last event.
fn ended_because(status: Option<ExitStatus>, stderr: &str, memory_mb: u64) -> String {
    let no_memory = [
        "memory allocation of",
        "out of memory",
        "bad_alloc",
        "Cannot allocate memory",
    ];
    if no_memory.iter().any(|words| stderr.contains(words)) {
        return memory_limit_reason(memory_mb);
    }
    if stderr.contains("has overflowed its stack") {
        return "worker crashed: stack overflow".to_owned();
    }
    match status {
        Some(status) => match signal_of(status) {
            Some(9) => {
                "worker killed by the system (signal 9), most likely for lack of memory".to_owned()
            }
            Some(signal) => format!("worker crashed: {}", signal_name(signal)),
            None => format!("worker ended without an answer ({status})"),
        },
        None => "worker ended without an answer".to_owned(),
    }
}

#[cfg(unix)]
fn signal_of(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal_of(_: ExitStatus) -> Option<i32> {
    None
}

fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "illegal instruction",
        6 => "aborted",
        7 => "bus error",
        8 => "arithmetic error",
        11 => "segmentation fault",
        15 => "terminated",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal} ({name})")
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;
    use crate::jobs::Report;
    use crate::model::{LocalizeReport, Status};

    const ANNOUNCED: &[u8] = br#"{"written":{"end":{"status":"complete","has_sets":true}}}"#;
    const WHOLE: End = End {
        status: Status::Complete,
        has_sets: true,
    };
    const REPORT: &[u8] = br#"{"version":1}"#;
    const PHASE: &[u8] = br#"{"phase":{"name":"search"}}"#;
    const PROGRESS: &[u8] = br#"{"progress":{"sets_found":1,"queries":2,"elapsed_ms":3}}"#;

    fn written(found: &Event) -> (Status, &[u8]) {
        match found {
            Event::Written { end, report } => (end.status, report),
            other => panic!("{other:?}"),
        }
    }

    /// Lines may arrive in blocks of any size, and other threads of the worker may write in between and after.
    #[test]
    fn a_report_is_found_in_whatever_pieces_it_comes() {
        for lines in [
            &[PHASE, ANNOUNCED, REPORT][..],
            &[PHASE, ANNOUNCED, REPORT, PROGRESS],
            &[PHASE, ANNOUNCED, PROGRESS, REPORT, PROGRESS, PHASE],
            &[ANNOUNCED, REPORT, PROGRESS, PROGRESS],
        ] {
            let whole = [lines.join(&b'\n'), b"\n".to_vec()].concat();
            let ends = (1..=whole.len()).filter(|end| whole[end - 1] == b'\n');
            for cut in ends {
                let mut announced = None;
                let (first, second) = whole.split_at(cut);
                let found = [first, second].into_iter().find_map(|block| {
                    match last_event(block, &mut announced)? {
                        Last::Report(status, at) => Some(report(status, block.to_vec(), at)),
                        Last::Event(event) => Some(event),
                    }
                });
                let found = found.unwrap_or_else(|| panic!("cut at {cut}: nothing"));
                let expected = (Status::Complete, &b"{\"version\":1}\n"[..]);
                assert_eq!(written(&found), expected, "cut at {cut}");
            }
        }
    }

    #[test]
    fn the_last_event_is_found_before_what_came_after_it() {
        let failed = br#"{"failed":{"message":"why"}}"#;
        let block = [&failed[..], PROGRESS, b""].join(&b'\n');
        let Some(Last::Event(last)) = last_event(&block, &mut None) else {
            panic!("nothing was found");
        };
        assert!(matches!(last, Event::Failed { message, .. } if message == "why"));
    }

    #[test]
    fn half_a_report_is_none() {
        let announced = b"{\"written\":{\"status\":\"complete\"}}\n";
        let half = b"{\"version\":1,";
        let block = [&announced[..], half].concat();
        assert!(last_event(&block, &mut None).is_none());
        assert!(last_event(half, &mut Some(WHOLE)).is_none());
        assert_eq!(
            lines(&block).collect::<Vec<_>>(),
            [&announced[..announced.len() - 1]]
        );
    }

    #[test]
    fn last_events_are_known_by_how_they_begin() {
        let report = Report::Localize(LocalizeReport::empty("p.c", Status::Complete, None));
        let done = Event::Done {
            report: Box::new(report),
        };
        let written = Event::Written {
            end: WHOLE,
            report: Vec::new(),
        };
        for event in [done, written, Event::failed("why")] {
            assert!(event.is_last());
            let line = serde_json::to_vec(&event).unwrap();
            let knows = LAST.iter().any(|begin| line.starts_with(begin));
            assert!(knows, "{event:?}");
        }
    }

    #[test]
    fn the_end_of_a_worker_is_told_in_words() {
        let because =
            |raw: i32, stderr: &str| ended_because(Some(ExitStatus::from_raw(raw)), stderr, 64);
        assert_eq!(
            because(6, "memory allocation of 800 bytes failed"),
            "memory limit 64 MB"
        );
        assert_eq!(
            because(6, "thread 'x' has overflowed its stack"),
            "worker crashed: stack overflow"
        );
        assert_eq!(because(6, ""), "worker crashed: signal 6 (aborted)");
        assert_eq!(
            because(11, ""),
            "worker crashed: signal 11 (segmentation fault)"
        );
        assert!(because(9, "").contains("lack of memory"));
        assert!(because(3 << 8, "").contains("exit status: 3"));
    }
}

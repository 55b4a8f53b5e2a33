//! Tests from the text of a task: `Input:` and `Output:`, each followed by lines.

/// Words in the head of a block; a word before them (`Sample`, `Expected`) and a number after them are ignored.
const INPUTS: [&str; 2] = ["input", "stdin"];
const OUTPUTS: [&str; 3] = ["output", "stdout", "answer"];
/// Words that may come before these.
const BEFORE: [&str; 4] = ["sample", "example", "expected", "test"];

/// Kind of the block that a line begins.
enum Head {
    Input,
    Output,
}

/// The samples of a problem in the format of the browser extension Competitive Companion: an object with a list
/// `tests`.
pub(super) fn of_companion(text: &str) -> Option<Vec<(String, String)>> {
    let problem: serde_json::Value = serde_json::from_str(text).ok()?;
    let samples = problem.get("tests")?.as_array()?.iter();
    let text = |sample: &serde_json::Value, key: &str| Some(sample.get(key)?.as_str()?.to_owned());
    samples
        .map(|sample| Some((text(sample, "input")?, text(sample, "output")?)))
        .collect()
}

/// The inputs and outputs of a text, in order. An output without a preceding input belongs to an empty input; an input
/// without a following output is not a test.
pub(super) fn tests(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut input = String::new();
    let mut now: Option<Head> = None;
    for line in text.lines() {
        match head(line) {
            Some((Head::Input, rest)) => {
                rest.clone_into(&mut input);
                now = Some(Head::Input);
            }
            Some((Head::Output, rest)) => {
                found.push((std::mem::take(&mut input), rest.to_owned()));
                now = Some(Head::Output);
            }
            None => {
                let block = match (&now, found.last_mut()) {
                    (Some(Head::Input), _) => &mut input,
                    (Some(Head::Output), Some((_, output))) => output,
                    _ => continue,
                };
                if !block.is_empty() {
                    block.push('\n');
                }
                block.push_str(line);
            }
        }
    }
    for (input, output) in &mut found {
        for block in [input, output] {
            let kept = block.trim_matches('\n').trim_end().to_owned();
            *block = kept;
        }
    }
    found
}

/// The kind of block that a line begins, and the text after the colon.
fn head(line: &str) -> Option<(Head, &str)> {
    let (words, rest) = match line.split_once(':') {
        Some((words, rest)) => (words, rest.trim_start()),
        None => (line, ""),
    };
    let mut found = None;
    for word in words.split_whitespace() {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let lower = word.to_ascii_lowercase();
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        if INPUTS.contains(&&*lower) && found.is_none() {
            found = Some(Head::Input);
        } else if OUTPUTS.contains(&&*lower) && found.is_none() {
            found = Some(Head::Output);
        } else if !is_number && !BEFORE.contains(&&*lower) {
            return None;
        }
    }
    Some((found?, rest))
}

#[cfg(test)]
mod tests {
    use super::tests;

    fn found(text: &str) -> Vec<(String, String)> {
        tests(text)
    }

    #[test]
    fn blocks_are_read_as_they_stand_in_tasks() {
        let text = "Write a program.\n\nSample Input 1:\n3\n1 2 3\n\nSample Output 1:\n6\n\nInput: 0\nExpected output: 0\n";
        let wanted = [("3\n1 2 3", "6"), ("0", "0")];
        let wanted = wanted.map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(found(text), wanted);
        // A line that only mentions the words is not a head, and a block without output is not a test.
        assert_eq!(found("The input is a number: 3\nInput\n4\n"), []);
        assert_eq!(
            found("## Output\nhello\n"),
            [(String::new(), "hello".to_owned())]
        );
    }
}

//! Names of files and folders that are those of tests.

use std::path::Path;

/// Whether a file name is that of a test, such as `test_list.c`, `list_test.c`, `tests.c` or `AllTests.c`.
pub(crate) fn is_test(path: &Path) -> bool {
    let Some(stem) = path.file_stem().map(|stem| stem.to_string_lossy()) else {
        return false;
    };
    let mut word = String::new();
    let mut words = Vec::new();
    for c in stem.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && word.ends_with(char::is_lowercase) {
            words.push(std::mem::take(&mut word));
        }
        word.extend(c.is_alphanumeric().then_some(c));
    }
    words.push(word);
    let mut words = words.iter().map(|word| word.to_lowercase());
    words.any(|word| word == "test" || word == "tests")
}

/// Whether a file is in a folder of tests.
pub(crate) fn is_among_tests(path: &Path) -> bool {
    let absolute = std::path::absolute(path).ok();
    let folder = absolute.as_deref().and_then(Path::parent);
    let name = folder
        .and_then(Path::file_name)
        .and_then(|name| name.to_str());
    name.is_some_and(|name| ["t", "test", "tests", "unittests"].contains(&name))
}

/// Whether the name of a file or that of its folder is that of tests.
pub(super) fn is_for_tests(path: &Path) -> bool {
    is_test(path) || is_among_tests(path)
}

/// Whether the name of a test contains that of a file: `test_list.c` and `list.c`.
pub(super) fn is_named_after(test: &Path, file: &Path) -> bool {
    let stem = |path: &Path| {
        path.file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
    };
    let (Some(test), Some(file)) = (stem(test), stem(file)) else {
        return false;
    };
    let separates = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    test.match_indices(&file).any(|(at, _)| {
        separates(test[..at].chars().next_back())
            && separates(test[at + file.len()..].chars().next())
    })
}

//! Outputs that differ from what is expected in white space only.

use crate::common::{Folder, faultlens};

const PADDED: &str = "#include <stdio.h>\nint main(void) { int n; while (scanf(\"%d\", &n) == 1) printf(\"%2d \", n); puts(\"\"); return 0; }\n";

#[test]
fn where_some_outputs_agree_to_the_blank_others_that_do_not_are_told() {
    let folder = Folder::new("white-space");
    folder.write("src/pad.c", PADDED.as_bytes());
    for (name, input, output) in [
        ("small", "1 2", " 1  2 \n"),
        ("large", "10 20", "10 20 \n"),
        ("mixed", "5 60", "5 60 \n"),
    ] {
        folder.write(&format!("tests/{name}.in"), input.as_bytes());
        folder.write(&format!("tests/{name}.out"), output.as_bytes());
    }
    let run = faultlens(folder.path(), &["test", "src/pad.c"]);
    let said = "white space is not compared: the output of 1 of 3 passing tests has other white space than expected, first that of `mixed`";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    // Nothing is said where all agree, or none.
    folder.write("tests/mixed.out", b" 5 60 \n");
    let run = faultlens(folder.path(), &["test", "src/pad.c"]);
    assert!(
        !run.stdout.contains("white space is not compared"),
        "{}",
        run.stdout
    );
    for name in ["small", "large", "mixed"] {
        let text =
            std::fs::read_to_string(folder.path().join(format!("tests/{name}.out"))).unwrap();
        folder.write(
            &format!("tests/{name}.out"),
            text.replace(' ', "   ").as_bytes(),
        );
    }
    let run = faultlens(folder.path(), &["test", "src/pad.c"]);
    assert!(
        !run.stdout.contains("white space is not compared"),
        "{}",
        run.stdout
    );
}

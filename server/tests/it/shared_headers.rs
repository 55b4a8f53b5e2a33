//! Repairs of what a header defines that several files of a program include: each file has its own copy of it, but a
//! fault there is one fault, and an edit changes all copies.

use crate::common::{Folder, faultlens};

/// A program of two files, with tests as pairs of input and output, and what its repair says.
fn repaired(name: &str, header: &str, said: &str, tests: &[(&str, &str)]) {
    let folder = Folder::new(name);
    folder.write("store.h", header.as_bytes());
    folder.write(
        "store.c",
        b"#include \"store.h\"\n\
          void put(struct store *s, unsigned key) { if (s->count < MOST) s->keys[s->count++] = key; }\n\
          int has(const struct store *s, unsigned key) { for (int i = 0; i < s->count; i++) if (s->keys[i] == key) return 1; return 0; }\n",
    );
    folder.write(
        "main.c",
        b"#include <stdio.h>\n#include \"store.h\"\n\
          int main(void) { struct store s = {{0}, 0}; unsigned key; int n = 0;\n\
          while (scanf(\"%u\", &key) == 1) { n++; put(&s, key); }\n\
          for (int i = 0; i < s.count; i++) printf(\"%u:%d \", (unsigned)s.keys[i], has(&s, s.keys[i]));\n\
          printf(\"%s\\n\", n >= MOST ? \"full\" : \"room\"); return 0; }\n",
    );
    for (at, (input, output)) in tests.iter().enumerate() {
        folder.write(&format!("tests/{at}.in"), input.as_bytes());
        folder.write(&format!("tests/{at}.out"), output.as_bytes());
    }
    let run = faultlens(folder.path(), &["localize", "main.c"]);
    run.is_calm();
    assert!(run.stdout.contains(said), "{said}\n{}", run.stdout);
}

const HEADER: &str = "#include <stdint.h>\n#define MOST 6\nstruct store { uint32_t keys[8]; int count; };\n\
    void put(struct store *s, unsigned key);\nint has(const struct store *s, unsigned key);\n";

#[test]
fn a_type_is_changed_for_all_files() {
    repaired(
        "shared-type",
        &HEADER.replace("uint32_t", "uint16_t"),
        "replace `uint16_t` by `uint32_t`",
        &[
            ("7 8", "7:1 8:1 room\n"),
            ("70000 3", "70000:1 3:1 room\n"),
            ("65535", "65535:1 room\n"),
            ("1000000 4 1", "1000000:1 4:1 1:1 room\n"),
        ],
    );
}

#[test]
fn a_number_is_changed_for_all_files() {
    repaired(
        "shared-number",
        &HEADER.replace("MOST 6", "MOST 5"),
        "replace `5` by `6`",
        &[
            ("7 8", "7:1 8:1 room\n"),
            ("1 2 3 4 5", "1:1 2:1 3:1 4:1 5:1 room\n"),
            ("1 2 3 4 5 6", "1:1 2:1 3:1 4:1 5:1 6:1 full\n"),
            ("1 2 3 4 5 6 7", "1:1 2:1 3:1 4:1 5:1 6:1 full\n"),
        ],
    );
}

/// The header with a function that all files have; the failing tests need its other result in both of them.
#[test]
fn a_function_is_one_for_all_files() {
    let folder = Folder::new("shared-function");
    let header = "typedef struct { int data[8]; unsigned first, end; } queue;\n\
        static inline unsigned waiting(const queue *q) { return (q->end - q->first) % 8; }\n\
        static inline unsigned room(const queue *q) { return 8 - waiting(q); }\n\
        int put(queue *q, int v);\n";
    let source = "#include \"queue.h\"\n\
        int put(queue *q, int v) {\n  if (room(q) == 0) return -1;\n  q->data[q->end] = v;\n  q->end = (q->end + 1) % 8;\n  return 0;\n}\n";
    let tests = "#include <assert.h>\n#include \"../queue.h\"\n\
        static void test_full(void) { queue q = {0}; for (int i = 0; i < 7; i++) put(&q, i); assert(put(&q, 7) == -1); }\n\
        static void test_room(void) { queue q = {0}; put(&q, 3); assert(room(&q) == 6); }\n\
        static void test_put(void) { queue q = {0}; assert(put(&q, 3) == 0); assert(waiting(&q) == 1); }\n\
        int main(void) { test_full(); test_room(); test_put(); return 0; }\n";
    folder.write("queue.h", header.as_bytes());
    folder.write("queue.c", source.as_bytes());
    folder.write("tests/test_queue.c", tests.as_bytes());
    let run = faultlens(folder.path(), &["localize", "tests/test_queue.c"]);
    run.is_calm();
    let first = "1. queue.h:3  return 8 - waiting(q)   to pass";
    let fix = "replace `8` by `7` (all tests pass, and it is likely right)";
    assert!(
        run.stdout.contains(first) && run.stdout.contains(fix),
        "{}",
        run.stdout
    );
}

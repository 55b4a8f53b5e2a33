//! The order and number of the files of a program change no answer.

use crate::common::{Folder, faultlens};

/// Every order of some names.
fn orders<'n>(names: &[&'n str]) -> Vec<Vec<&'n str>> {
    if names.len() <= 1 {
        return vec![names.to_vec()];
    }
    let mut all = Vec::new();
    for (at, first) in names.iter().enumerate() {
        let rest = [&names[..at], &names[at + 1..]].concat();
        all.extend(
            orders(&rest)
                .into_iter()
                .map(|rest| [&[*first], &rest[..]].concat()),
        );
    }
    all
}

/// Tests a program with its files in every order; it prints `wanted`.
fn check(name: &str, files: &[(&str, &str)], wanted: &str) {
    let folder = Folder::new(&format!("order-{name}"));
    for (path, text) in files {
        folder.write(path, text.as_bytes());
    }
    folder.write("tests/t.out", wanted.as_bytes());
    let sources = files.iter().map(|(path, _)| *path);
    let sources: Vec<&str> = sources
        .filter(|path| path.rsplit('.').next() == Some("c"))
        .collect();
    for order in orders(&sources) {
        let arguments = [&["test"], &order[..]].concat();
        let run = faultlens(folder.path(), &arguments);
        assert!(run.stdout.contains("all pass"), "{order:?}: {}", run.stdout);
    }
}

#[test]
fn a_structure_that_one_file_completes_is_the_one_that_others_point_to() {
    let header = "struct node; union both;\n\
        typedef struct list { struct node *head; union both *last; int count; } list;\n\
        void push(list *l, int value); int sum(const list *l);\n";
    let list = "#include <stdlib.h>\n#include \"list.h\"\n\
        union both { int i; float f; };\n\
        struct node { int value; struct node *next; };\n\
        static union both one;\n\
        void push(list *l, int value) {\n\
            struct node *new = malloc(sizeof *new);\n\
            new->value = value; new->next = l->head; l->head = new; l->last = &one; one.i = value; l->count++;\n\
        }\n";
    let sum = "#include \"list.h\"\n\
        union both { int i; float f; };\n\
        struct node { int value; struct node *next; };\n\
        int sum(const list *l) {\n\
            int all = l->last->i * 100;\n\
            for (struct node *n = l->head; n; n = n->next) all += n->value;\n\
            return all;\n\
        }\n";
    let main = "#include <stdio.h>\n#include \"list.h\"\n\
        struct holder { list l; struct node *here; };\n\
        int main(void) { struct holder h = { { 0 } }; push(&h.l, 3); push(&h.l, 4);\n\
            printf(\"%d %d\\n\", h.l.count, sum(&h.l)); return 0; }\n";
    // A file with a structure of its own that has the same name.
    let other = "struct node { double key; struct node *left; };\n\
        static struct node root = { 1.5, 0 };\n\
        double key(void) { return root.key + (root.left != 0); }\n";
    let files = [
        ("list.h", header),
        ("list.c", list),
        ("sum.c", sum),
        ("main.c", main),
        ("other.c", other),
    ];
    check("incomplete", &files, "2 407\n");
}

#[test]
fn tables_hold_addresses_of_what_a_later_file_defines() {
    let header = "struct row { const char *name; int *value; void (*action)(void); };\n\
        extern const struct row rows[]; extern int first, second; extern const char *texts[2]; void act(void);\n";
    let rows = "#include \"rows.h\"\n\
        const struct row rows[] = { { \"a\", &first, act }, { \"b\", &second, 0 }, { 0, 0, 0 } };\n\
        const char **text = &texts[1];\n";
    let main = "#include <stdio.h>\n#include \"rows.h\"\n\
        extern const char **text; static int *own = &second;\n\
        int main(void) { rows[0].action(); *own += 1; puts(*text);\n\
            for (const struct row *r = rows; r->name; r++) printf(\"%s %d\\n\", r->name, *r->value); return 0; }\n";
    let values = "#include \"rows.h\"\n\
        int first = 7, second = 8; const char *texts[2] = { \"x\", \"y\" };\n\
        void act(void) { first++; }\n";
    let files = [
        ("rows.h", header),
        ("rows.c", rows),
        ("main.c", main),
        ("values.c", values),
    ];
    check("tables", &files, "y\na 8\nb 9\n");
}

#[test]
fn structures_without_a_tag_in_headers_of_the_system_are_told_apart() {
    let part = "#include <regex.h>\n#include <sys/types.h>\n\
        int part(const char *text, int *from) {\n\
            regex_t r; regmatch_t m;\n\
            if (regcomp(&r, \"[0-9]+\", REG_EXTENDED)) return -1;\n\
            int found = regexec(&r, text, 1, &m, 0);\n\
            *from = m.rm_so; regfree(&r);\n\
            return found ? -1 : m.rm_eo - m.rm_so; }\n";
    let main = "#include <regex.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n\
        int part(const char *text, int *from);\n\
        int main(void) { int from, length = part(\"ab123\", &from); regmatch_t own = { 4, 6 };\n\
            div_t d = div(own.rm_eo, own.rm_so); printf(\"%d %d %d %d\\n\", from, length, d.quot, d.rem); return 0; }\n";
    let files = [("part.c", part), ("main.c", main)];
    check("untagged", &files, "2 3 1 2\n");
}

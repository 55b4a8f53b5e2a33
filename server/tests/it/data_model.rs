//! Programs for machines on which `long` and pointers have 32 bits.

use crate::common::{Folder, faultlens, outcomes};
use serde_json::Value as Json;

/// Holds on ILP32 only: sizes, constants, limits, conversions, the library's functions of `long` and `size_t`, variable
/// arguments, and pointers that go through memory, through integers and byte by byte.
const NARROW: &str = r#"
#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int asprintf(char **, const char *, ...);
struct node { char tag; struct node *next; long value; long long wide; };

static const char *last(int n, ...) {
    va_list list;
    const char *found = 0;
    va_start(list, n);
    while (n-- > 0)
        found = va_arg(list, const char *);
    va_end(list);
    return found;
}

static int twice(int x) { return 2 * x; }

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void sizes(void) {
    assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4 && sizeof(ptrdiff_t) == 4);
    assert(sizeof(long long) == 8 && sizeof(int64_t) == 8 && sizeof(intmax_t) == 8 && sizeof(int_fast32_t) == 4);
    assert(sizeof(struct node) == 24 && offsetof(struct node, value) == 8 && offsetof(struct node, wide) == 16);
    assert(sizeof 1L == 4 && sizeof 2147483648 == 8 && sizeof 0xffffffff == 4 && sizeof 1LL == 8);
    assert(LONG_MAX == 2147483647L && ULONG_MAX == 4294967295UL && SIZE_MAX == 4294967295U);
    unsigned long most = ULONG_MAX;
    assert(most + 1 == 0 && strlen("abc") - 4 == SIZE_MAX);
#if !defined __ILP32__ || __SIZEOF_POINTER__ != 4 || __LONG_WIDTH__ != 32 || defined __x86_64__
#error "no ILP32"
#endif
}

static void library(void) {
    char text[80], *end;
    long narrow;
    long long wide;
    sprintf(text, "%lu %zu %lld %" PRId64 " %td", strlen("abc") - 4, sizeof(char *), LLONG_MAX, INT64_MIN, (ptrdiff_t)-1);
    assert(strcmp(text, "4294967295 4 9223372036854775807 -9223372036854775808 -1") == 0);
    assert(strtol("99999999999", &end, 10) == LONG_MAX && *end == '\0');
    assert(strtoul("-1", NULL, 10) == ULONG_MAX && strtoul("4294967296", NULL, 10) == ULONG_MAX);
    assert(strtoll("99999999999", NULL, 10) == 99999999999LL);
    assert(sscanf("12 34", "%ld %lld", &narrow, &wide) == 2 && narrow == 12 && wide == 34);
    time_t now[2] = {0, 7};
    assert(time(&now[0]) == now[0] && now[0] > 0 && now[1] == 7);
    char *made[2] = {NULL, text};
    assert(asprintf(&made[0], "%d", 7) == 1 && made[0][0] == '7' && made[1] == text);
    assert(__builtin_labs(-4L) == 4 && labs(-3L) == 3 && strcmp(last(2, "x", "y"), "y") == 0);
}

static void pointers(void) {
    struct node *list = NULL, copy;
    for (int i = 0; i < 5; i++) {
        struct node *node = malloc(sizeof *node);
        *node = (struct node){'a', list, i, 1LL << 40};
        list = node;
    }
    long total = 0;
    for (struct node *node = list; node; node = node->next)
        total += node->value;
    assert(total == 10);
    memcpy(&copy, list, sizeof copy);
    assert(copy.next == list->next && copy.next->value == 3 && copy.next->wide == 1LL << 40);
    struct node *other;
    for (size_t i = 0; i < sizeof other; i++)
        ((char *)&other)[i] = ((char *)&copy.next)[i];
    assert(other == copy.next && other->value == 3);
    int cells[5] = {5, 3, 4, 1, 2};
    qsort(cells, 5, sizeof cells[0], compare);
    assert(cells[0] == 1 && cells[4] == 5);
    uintptr_t address = (uintptr_t)&cells[1];
    int *there = (int *)(address + 4);
    assert(*there == 3 && there - cells == 2 && *(int *)(address - sizeof(int)) == 1);
    address = ((uintptr_t)&cells[0] + 3) & ~(uintptr_t)3;
    assert(*(int *)address == 1);
    int (*table[2])(int) = {twice, 0};
    size_t (*length)(const char *) = strlen;
    assert(table[0](3) == 6 && !table[1] && length("four") == 4);
    const char *names[] = {"one", "two", NULL};
    const char **name = names;
    while (*name)
        name++;
    assert(name - names == 2);
}

int main(void) {
    sizes();
    library();
    pointers();
    return 0;
}
"#;

fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new("data-model");
    for (name, text) in files {
        folder.write(name, text.as_bytes());
    }
    folder
}

fn report(folder: &Folder, command: &str, more: &[&str]) -> Json {
    let mut arguments = vec![command, "t.c", "--format", "json"];
    arguments.extend(more);
    faultlens(folder.path(), &arguments).json()
}

fn says_so(report: &Json) -> bool {
    let assumed = report["assumed"].as_array().unwrap();
    assumed
        .iter()
        .any(|said| said == "`long` and pointers have 32 bits (data model ilp32)")
}

#[test]
fn long_and_pointers_have_the_width_that_is_asked_for() {
    let folder = folder(&[("t.c", NARROW)]);
    let narrow = report(&folder, "test", &["--data-model", "ilp32"]);
    assert_eq!(outcomes(&narrow), ["main pass"]);
    assert!(says_so(&narrow));
    // The same program is wrong on this machine.
    let wide = report(&folder, "test", &["--data-model", "lp64"]);
    assert_ne!(outcomes(&wide), ["main pass"]);
    assert!(!says_so(&wide));
}

#[test]
fn a_flag_of_the_compiler_says_so_too() {
    let files = [("t.c", NARROW), ("compile_flags.txt", "-m32\n")];
    let narrow = report(&folder(&files), "test", &[]);
    assert_eq!(outcomes(&narrow), ["main pass"]);
    assert!(says_so(&narrow));
}

/// The sum needs 64 bits, and a list is walked on the way.
const OVERFLOWING: &str = "\
#include <assert.h>
#include <stdlib.h>

struct item { long price; struct item *next; };

static long sum(struct item *list) {
    long total = 0;
    for (; list != NULL; list = list->next)
        total += list->price * 1000;
    return total;
}

int main(void) {
    struct item *list = NULL;
    for (int i = 1; i <= 3; i++) {
        struct item *item = malloc(sizeof *item);
        item->price = 1000000 * i;
        item->next = list;
        list = item;
    }
    assert(sum(list) / 1000 == 6000000);
    return 0;
}
";

#[test]
fn what_overflows_there_is_found_and_told() {
    let folder = folder(&[("t.c", OVERFLOWING)]);
    assert_eq!(outcomes(&report(&folder, "test", &[])), ["main pass"]);
    let found = report(&folder, "localize", &["--data-model", "ilp32"]);
    let message = found["tests"]["details"][0]["message"].as_str().unwrap();
    assert_eq!(
        message,
        "signed integer overflow: 3000000 * 1000 cannot be represented in `int`"
    );
    let first = found["ranking"].as_array().unwrap().iter().take(5);
    assert!(
        first.clone().any(|suspect| suspect["line"] == 9),
        "{first:?}"
    );
    assert!(says_so(&found));
    let explain = ["explain", "t.c", "--test", "main", "--data-model", "ilp32"];
    let text = faultlens(folder.path(), &explain).stdout;
    assert!(text.contains("list->price = 3000000"), "{text}");
}

//! Tests written with test libraries that need not be installed: each is found by its name, and runs by itself.

use serde_json::Value as Json;

/// `name outcome` of each test of a program.
fn outcomes(files: &[(&str, &str)], file: &str) -> Vec<String> {
    let report = crate::common::test(files, file);
    assert_eq!(report["problems"], Json::Array(Vec::new()), "{report:#}");
    crate::common::outcomes(&report)
}

const HALF: &str =
    "int half(int x) { return x / 2; }\nconst char *name(void) { return \"half\"; }\n";

#[test]
fn check() {
    let text = "#include <check.h>\n#include <stdlib.h>\nint half(int); const char *name(void);\nstatic int ready;\n\
        static void setup(void) { ready = 1; }\nstatic void teardown(void) {}\n\
        START_TEST(even)\n{\n    ck_assert_int_eq(half(4), 2);\n    ck_assert_int_eq(ready, 1);\n}\nEND_TEST\n\
        START_TEST(odd)\n{\n    ck_assert_int_eq(half(5), 3);\n}\nEND_TEST\n\
        START_TEST(looped)\n{\n    ck_assert_int_lt(half(_i), 2);\n}\nEND_TEST\n\
        START_TEST(named)\n{\n    ck_assert_str_eq(name(), \"half\");\n    ck_assert_ptr_nonnull(name());\n}\nEND_TEST\n\
        static Suite *suite(void) { Suite *s = suite_create(\"half\"); TCase *a = tcase_create(\"a\"), *b = tcase_create(\"b\");\n\
        tcase_add_checked_fixture(a, setup, teardown); tcase_add_test(a, even); tcase_add_test(b, odd); tcase_add_loop_test(b, looped, 3, 5);\n\
        tcase_add_test(b, named); suite_add_tcase(s, a); suite_add_tcase(s, b); return s; }\n\
        int main(void) { SRunner *r = srunner_create(suite()); srunner_run_all(r, CK_NORMAL); int n = srunner_ntests_failed(r); srunner_free(r);\n\
        return n == 0 ? EXIT_SUCCESS : EXIT_FAILURE; }\n";
    let found = outcomes(&[("half.c", HALF), ("check_half.c", text)], "check_half.c");
    let wanted = [
        "even pass",
        "odd fail",
        "looped[3] pass",
        "looped[4] fail",
        "named pass",
    ];
    assert_eq!(found, wanted);
    // Another header of this name is the user's.
    let own = [
        (
            "check.h",
            "#include <assert.h>\n#define CHECK(x) assert(x)\n",
        ),
        (
            "t.c",
            "#include \"check.h\"\nint main(void) { CHECK(1 + 1 == 2); return 0; }\n",
        ),
    ];
    assert_eq!(outcomes(&own, "t.c"), ["main pass"]);
}

#[test]
fn cmocka() {
    let text = "#include <stdarg.h>\n#include <stddef.h>\n#include <setjmp.h>\n#include <stdint.h>\n#include <cmocka.h>\nint half(int); const char *name(void);\n\
        static int make(void **state) { static int two = 2; *state = &two; return 0; }\nstatic int drop(void **state) { *state = 0; return 0; }\n\
        static void even(void **state) { (void)state; assert_int_equal(half(4), 2); }\n\
        static void odd(void **state) { (void)state; assert_int_equal(half(5), 3); }\n\
        static void with_state(void **state) { int *two = *state; assert_int_equal(half(4), *two); assert_string_equal(name(), \"half\"); }\n\
        static void left_out(void **state) { (void)state; skip(); }\n\
        int main(void) { const struct CMUnitTest tests[] = { cmocka_unit_test(even), cmocka_unit_test(odd),\n\
        cmocka_unit_test_setup_teardown(with_state, make, drop), cmocka_unit_test(left_out) };\n\
        return cmocka_run_group_tests(tests, NULL, NULL); }\n";
    let found = outcomes(&[("half.c", HALF), ("test_half.c", text)], "test_half.c");
    assert_eq!(
        found,
        [
            "even pass",
            "odd fail",
            "with_state pass",
            "left_out ignored"
        ]
    );
}

#[test]
fn cunit() {
    let text = "#include <CUnit/CUnit.h>\n#include <CUnit/Basic.h>\nint half(int); const char *name(void);\n\
        static void even(void) { CU_ASSERT_EQUAL(half(4), 2); CU_ASSERT_PTR_NOT_NULL_FATAL(name()); }\nstatic void odd(void) { CU_ASSERT_EQUAL(half(5), 3); }\n\
        static void in_table(void) { CU_ASSERT_STRING_EQUAL(name(), \"half\"); CU_ASSERT_DOUBLE_EQUAL(half(3), 1.0, 0.001); }\n\
        static CU_TestInfo table[] = { { \"table\", in_table }, CU_TEST_INFO_NULL };\n\
        int main(void) { if (CU_initialize_registry() != CUE_SUCCESS) return CU_get_error();\n\
        CU_pSuite s = CU_add_suite(\"s\", NULL, NULL); if (!CU_add_test(s, \"of even\", even) || !CU_ADD_TEST(s, odd)) return 1;\n\
        CU_basic_set_mode(CU_BRM_VERBOSE); CU_basic_run_tests(); CU_cleanup_registry(); return CU_get_number_of_failures(); }\n";
    let found = outcomes(&[("half.c", HALF), ("test_half.c", text)], "test_half.c");
    assert_eq!(found, ["of even pass", "odd fail", "table pass"]);
}

#[test]
fn criterion() {
    let text = "#include <criterion/criterion.h>\nint half(int); const char *name(void);\nstatic int ready;\nstatic void setup(void) { ready = 1; }\n\
        TestSuite(halves, .timeout = 5);\nTest(halves, even) { cr_assert_eq(half(4), 2, \"four\"); cr_assert(half(2) == 1); }\n\
        Test(halves, odd) { cr_expect_eq(half(5), 3); }\nTest(names, text, .init = setup) { cr_assert_str_eq(name(), \"half\"); cr_assert_eq(ready, 1); }\n\
        Test(names, newer) { cr_assert(eq(str, (char *)name(), \"half\")); cr_assert(ne(int, half(4), 3)); }\n";
    let found = outcomes(&[("half.c", HALF), ("test_half.c", text)], "test_half.c");
    assert_eq!(
        found,
        [
            "halves/even pass",
            "halves/odd fail",
            "names/text pass",
            "names/newer pass"
        ]
    );
}

#[test]
fn munit() {
    let text = "#include \"munit.h\"\nint half(int); const char *name(void);\nstatic int two = 2;\n\
        static void *make(const MunitParameter params[], void *data) { (void)params; (void)data; return &two; }\n\
        static MunitResult even(const MunitParameter params[], void *data) { (void)params; munit_assert_int(half(4), ==, *(int *)data); return MUNIT_OK; }\n\
        static MunitResult odd(const MunitParameter params[], void *data) { (void)params; (void)data; munit_assert_int(half(5), ==, 3); return MUNIT_OK; }\n\
        static MunitResult left_out(const MunitParameter params[], void *data) { (void)params; (void)data; return MUNIT_SKIP; }\n\
        static MunitResult refused(const MunitParameter params[], void *data) { (void)params; (void)data; munit_assert_string_equal(name(), \"half\"); return MUNIT_FAIL; }\n\
        static MunitTest tests[] = { { (char *)\"/even\", even, make, NULL, MUNIT_TEST_OPTION_NONE, NULL },\n\
        { (char *)\"/odd\", odd, NULL, NULL, MUNIT_TEST_OPTION_NONE, NULL }, { (char *)\"/left\", left_out, NULL, NULL, MUNIT_TEST_OPTION_NONE, NULL },\n\
        { (char *)\"/refused\", refused, NULL, NULL, MUNIT_TEST_OPTION_NONE, NULL }, { NULL, NULL, NULL, NULL, MUNIT_TEST_OPTION_NONE, NULL } };\n\
        static const MunitSuite suite = { (char *)\"\", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };\n\
        int main(int argc, char *argv[]) { return munit_suite_main(&suite, NULL, argc, argv); }\n";
    let found = outcomes(&[("half.c", HALF), ("test_half.c", text)], "test_half.c");
    assert_eq!(
        found,
        ["even pass", "odd fail", "left ignored", "refused fail"]
    );
}

#[test]
fn greatest() {
    let text = "#include \"greatest.h\"\nint half(int); const char *name(void);\n\
        TEST even(void) { ASSERT_EQ(2, half(4)); ASSERT_STR_EQ(\"half\", name()); PASS(); }\nTEST odd(void) { ASSERT_EQ_FMT(3, half(5), \"%d\"); PASS(); }\n\
        TEST left_out(void) { SKIP(); }\nTEST refused(void) { FAILm(\"no\"); }\nSUITE(all) { RUN_TEST(even); RUN_TEST(odd); RUN_TEST(left_out); RUN_TEST(refused); }\n\
        GREATEST_MAIN_DEFS();\nint main(int argc, char **argv) { GREATEST_MAIN_BEGIN(); RUN_SUITE(all); GREATEST_MAIN_END(); }\n";
    let vendored = "/* the library's own */\n#define GREATEST_MAIN_BEGIN() broken\n";
    let files = [
        ("half.c", HALF),
        ("greatest.h", vendored),
        ("test_half.c", text),
    ];
    let found = outcomes(&files, "test_half.c");
    assert_eq!(
        found,
        ["even pass", "odd fail", "left_out ignored", "refused fail"]
    );
}

#[test]
fn minunit() {
    let text = "#include \"minunit.h\"\nint half(int); const char *name(void);\nstatic int ready;\nstatic void setup(void) { ready = 1; }\nstatic void teardown(void) { ready = 0; }\n\
        MU_TEST(even) { mu_check(half(4) == 2); mu_assert_int_eq(1, ready); }\nMU_TEST(odd) { mu_assert(half(5) == 3, \"five\"); }\n\
        MU_TEST_SUITE(all) { MU_SUITE_CONFIGURE(&setup, &teardown); MU_RUN_TEST(even); MU_RUN_TEST(odd); }\n\
        int main(void) { MU_RUN_SUITE(all); MU_REPORT(); return MU_EXIT_CODE; }\n";
    let found = outcomes(&[("half.c", HALF), ("test_half.c", text)], "test_half.c");
    assert_eq!(found, ["even pass", "odd fail"]);
}

#[test]
fn cases_of_unity() {
    let text = "#include \"unity.h\"\nint half(int);\nvoid setUp(void) {}\nvoid tearDown(void) {}\n\
        TEST_CASE(4, 2)\nTEST_CASE(5, 3)\nvoid test_pairs(int x, int want) { TEST_ASSERT_EQUAL_INT(want, half(x)); }\n\
        TEST_RANGE([0, 4, 2])\nvoid test_even(int x) { TEST_ASSERT_EQUAL_INT(x, 2 * half(x)); }\n\
        TEST_MATRIX([6, 7], [3])\nvoid test_three(int x, int want) { TEST_ASSERT_EQUAL_INT(want, half(x)); }\n\
        void test_plain(void) { TEST_ASSERT_EQUAL_INT(1, half(2)); }\n";
    let found = outcomes(&[("half.c", HALF), ("test_half.c", text)], "test_half.c");
    let wanted = [
        "test_pairs(4, 2) pass",
        "test_pairs(5, 3) fail",
        "test_even(0) pass",
        "test_even(2) pass",
        "test_even(4) pass",
        "test_three(6, 3) pass",
        "test_three(7, 3) pass",
        "test_plain pass",
    ];
    assert_eq!(found, wanted);
}

#[test]
fn cs50() {
    let text = "#include <cs50.h>\n#include <stdio.h>\nint main(void) { string who = get_string(\"Name: \"); int n = get_int(\"Number %i: \", 1);\n\
        printf(\"%s %i\\n\", who, n); return 0; }\n";
    let files = [
        ("hello.c", text),
        ("tests/1.in", "Ada L\nx\n 3\n42\n"),
        (
            "tests/1.out",
            "Name: Number 1: Number 1: Number 1: Ada L 42\n",
        ),
    ];
    assert_eq!(outcomes(&files, "hello.c"), ["1 pass"]);
}

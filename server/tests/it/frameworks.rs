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
fn utest() {
    let text = "#include \"utest.h\"\nint half(int); const char *name(void);\nstruct pair { int a, b; };\n\
        UTEST_F_SETUP(pair) { utest_fixture->a = 4; }\nUTEST_F_TEARDOWN(pair) { EXPECT_EQ(4, utest_fixture->a); }\n\
        UTEST_F(pair, starts) { ASSERT_EQ(2, half(utest_fixture->a)); ASSERT_EQ(0, utest_fixture->b); }\n\
        UTEST(half, odd) { EXPECT_EQ(3, half(5)); }\nUTEST(half, text) { ASSERT_STREQ(\"half\", name()); ASSERT_LT(half(4), 3); EXPECT_NEAR(2.0, half(4), 0.1); }\n\
        UTEST_MAIN()\n";
    let found = outcomes(&[("half.c", HALF), ("test_half.c", text)], "test_half.c");
    assert_eq!(
        found,
        ["pair/starts pass", "half/odd fail", "half/text pass"]
    );
}

#[test]
fn the_status_of_a_program_of_unit_tests_is_no_test() {
    let text = "#include <stdarg.h>\n#include <stddef.h>\n#include <setjmp.h>\n#include <cmocka.h>\nint half(int);\n\
        static void odd(void **state) { (void)state; assert_int_equal(half(5), 3); }\n\
        int main(void) { const struct CMUnitTest all[] = { cmocka_unit_test(odd) }; return cmocka_run_group_tests(all, NULL, NULL); }\n";
    for (name, description) in [
        ("Makefile", "check: t\n\t./t -v\nt: half.c test_half.c\n"),
        (
            "CMakeLists.txt",
            "project(p C)\nadd_executable(t half.c test_half.c)\nenable_testing()\nadd_test(NAME all COMMAND t -v)\n\
             set_tests_properties(all PROPERTIES PASS_REGULAR_EXPRESSION PASSED)\n",
        ),
        (
            "meson.build",
            "project('p', 'c')\nt = executable('t', 'half.c', 'test_half.c')\ntest('all', t, args: ['-v'])\n",
        ),
    ] {
        let files = [("half.c", HALF), ("test_half.c", text), (name, description)];
        assert_eq!(outcomes(&files, "test_half.c"), ["odd fail"], "{name}");
    }
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

/// Pairs of a program's text and the outcomes of its tests.
fn judge(rows: &[(&str, &[&str])]) {
    for (text, wanted) in rows {
        assert_eq!(outcomes(&[("t.c", text)], "t.c"), *wanted, "{text}");
    }
}

const CMOCKA: &str = "#include <stdarg.h>\n#include <stddef.h>\n#include <setjmp.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <cmocka.h>\n";

/// What runs around a table, in whatever scope the table and its run are.
#[test]
fn groups_of_cmocka() {
    let with = |text: &str| format!("{CMOCKA}{text}");
    let jar = with(
        "static int lids;\nstatic int open_jar(void **state) { int *jam = malloc(sizeof *jam); *jam = 7; *state = jam; lids++; return 0; }\n\
         static int close_jar(void **state) { free(*state); assert_int_equal(lids, 1); return 0; }\n\
         static int spoon(void **state) { *(int *)*state -= 2; return 0; }\n\
         static void full(void **state) { assert_int_equal(*(int *)*state, 7); }\n\
         static void eaten(void **state) { assert_int_equal(*(int *)*state, 5); assert_int_equal(lids, 1); }\n\
         static void empty(void **state) { assert_int_equal(*(int *)*state, 0); }\n\
         int main(void) { const struct CMUnitTest tests[] = { cmocka_unit_test(full), cmocka_unit_test_setup(eaten, spoon),\n\
         cmocka_unit_test(empty) }; return cmocka_run_group_tests(tests, open_jar, close_jar); }\n",
    );
    let two_tables = with(
        "static int tide;\nstatic int high(void **state) { tide = 9; return 0; }\nstatic int low(void **state) { tide = 1; return 0; }\n\
         static void at_noon(void **state) { assert_int_equal(tide, 9); }\nstatic void at_dusk(void **state) { assert_int_equal(tide, 1); }\n\
         static void at_dawn(void **state) { assert_int_equal(tide, 0); }\n\
         static int noon(void) { const struct CMUnitTest tests[] = { cmocka_unit_test(at_noon) }; return cmocka_run_group_tests(tests, high, NULL); }\n\
         static int dusk(void) { const struct CMUnitTest tests[] = { cmocka_unit_test(at_dusk) }; return cmocka_run_group_tests_name(\"dusk\", tests, low, NULL); }\n\
         static const struct CMUnitTest rest[] = { cmocka_unit_test(at_dawn) };\n\
         int main(void) { return noon() + dusk() + cmocka_run_group_tests(rest, NULL, NULL); }\n",
    );
    let prestates = with(
        "static int four = 4;\nstatic int half_of(void **state) { static int half; half = *(int *)*state / 2; *state = &half; return 0; }\n\
         static void begins(void **state) { assert_int_equal(*(int *)*state, 4); }\nstatic void halved(void **state) { assert_int_equal(*(int *)*state, 2); }\n\
         static void named(void **state) { assert_string_equal(*state, \"oak\"); }\nstatic void counted(void **state) { assert_int_equal((intptr_t)*state, 3); }\n\
         static void local(void **state) { assert_int_equal(*(int *)*state, 6); }\n\
         int main(void) { int six = 6; const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(begins, &four),\n\
         cmocka_unit_test_prestate_setup_teardown(halved, half_of, NULL, &four), cmocka_unit_test_prestate(named, \"oak\"),\n\
         cmocka_unit_test_prestate(counted, (void *)3), cmocka_unit_test_prestate(local, &six) }; return cmocka_run_group_tests(tests, NULL, NULL); }\n",
    );
    let chosen = with(
        "static int warm(void **state) { return 0; }\nstatic void ready(void **state) { assert_non_null(*state); }\n\
         static int run(CMFixtureFunction first) { const struct CMUnitTest tests[] = { cmocka_unit_test(ready) }; return cmocka_run_group_tests(tests, first, NULL); }\n\
         int main(void) { return run(warm); }\n",
    );
    judge(&[
        (&jar, &["full pass", "eaten pass", "empty fail"]),
        (
            &two_tables,
            &["at_dawn pass", "at_noon pass", "at_dusk pass"],
        ),
        (
            &prestates,
            &[
                "begins pass",
                "halved pass",
                "named pass",
                "counted pass",
                "local unanalysable",
            ],
        ),
        (&chosen, &["ready unanalysable"]),
    ]);
}

/// What runs around a suite: a variable, possibly used again, or a record of a table.
#[test]
fn suites_of_cunit() {
    let head = "#include <CUnit/Basic.h>\n#include <CUnit/Console.h>\n#include <CUnit/TestDB.h>\nstatic int *bread;\n\
        static int bake(void) { bread = malloc(sizeof *bread); *bread = 8; return bread == NULL; }\nstatic int eat(void) { free(bread); return 0; }\n\
        static void slice(void) { --*bread; }\nstatic void wrap(void) { CU_ASSERT(*bread < 8); }\n\
        static void whole(void) { CU_ASSERT_EQUAL(*bread, 8); }\nstatic void sliced(void) { CU_ASSERT_EQUAL(*bread, 7); }\n\
        static void none(void) { CU_ASSERT_PTR_NULL(bread); }\n";
    let with = |text: &str| format!("{head}{text}");
    let used_again = with(
        "int main(void) { CU_pSuite s = NULL; CU_initialize_registry(); s = CU_add_suite(\"fresh\", bake, eat);\n\
         if (NULL == s) return 1; if (NULL == CU_add_test(s, \"whole loaf\", whole) || NULL == CU_add_test(s, \"cut\", sliced)) return 1;\n\
         if (NULL == (s = CU_add_suite(\"none\", NULL, NULL))) return 1; CU_ADD_TEST(s, none); CU_console_run_tests();\n\
         CU_pRunSummary all = CU_get_run_summary(); return all->nTestsFailed; }\n",
    );
    let around_each = with(
        "static CU_pSuite morning;\nstatic void add(void) { CU_ADD_TEST(morning, sliced); }\n\
         int main(void) { CU_set_error_action(CUEA_IGNORE); morning = CU_add_suite_with_setup_and_teardown(\"m\", bake, eat, slice, wrap); add(); return 0; }\n",
    );
    let table = with(
        "static CU_TestInfo first[] = { { \"whole\", whole }, CU_TEST_INFO_NULL };\nstatic CU_TestInfo second[] = { { \"sliced\", sliced }, CU_TEST_INFO_NULL };\n\
         int main(void) { CU_TestInfo third[] = { { \"none\", none }, CU_TEST_INFO_NULL };\n\
         CU_SuiteInfo suites[] = { { \"a\", bake, eat, NULL, NULL, first }, { \"b\", bake, eat, slice, wrap, second },\n\
         { .pName = \"c\", .pTests = third }, CU_SUITE_INFO_NULL }; return CU_register_suites(suites); }\n",
    );
    // Which of the suites a parameter is would only be seen in a run.
    let passed = with(
        "static void add(CU_pSuite suite) { CU_add_test(suite, \"of someone\", whole); }\n\
         int main(void) { CU_pSuite a = CU_add_suite(\"a\", bake, eat); CU_pSuite b = CU_add_suite(\"b\", NULL, NULL);\n\
         CU_ADD_TEST(b, none); add(a); return 0; }\n",
    );
    judge(&[
        (&used_again, &["whole loaf pass", "cut fail", "none pass"]),
        (&around_each, &["sliced pass"]),
        (&table, &["whole pass", "sliced pass", "none pass"]),
        (&passed, &["none pass", "of someone unanalysable"]),
    ]);
}

/// A fixture in another file is none that the test could be run with.
#[test]
fn a_suite_of_another_file_leaves_its_tests_open() {
    let tests = "#include <CUnit/CUnit.h>\nint *jug;\nstatic void full(void) { CU_ASSERT_EQUAL(*jug, 3); }\nCU_TestInfo jug_tests[] = { { \"full\", full }, CU_TEST_INFO_NULL };\n";
    let adds = "#include <CUnit/CUnit.h>\nint *jug;\nstatic void full(void) { CU_ASSERT_EQUAL(*jug, 3); }\nvoid add_jugs(CU_pSuite s) { CU_ADD_TEST(s, full); }\n";
    let head = "#include <CUnit/Basic.h>\nextern int *jug;\nstatic int pour(void) { static int three = 3; jug = &three; return 0; }\n";
    let by_table = format!(
        "{head}extern CU_TestInfo jug_tests[];\nint main(void) {{ CU_SuiteInfo all[] = {{ {{ \"jugs\", pour, NULL, NULL, NULL, jug_tests }}, CU_SUITE_INFO_NULL }};\n\
         return CU_register_suites(all); }}\n"
    );
    let by_call = format!(
        "{head}void add_jugs(CU_pSuite s);\nint main(void) {{ add_jugs(CU_add_suite(\"jugs\", pour, NULL)); return 0; }}\n"
    );
    let plain = by_call.replace("pour, NULL)", "NULL, NULL)");
    for (jugs, main, wanted) in [
        (tests, &by_table, &["full unanalysable"]),
        (adds, &by_call, &["full unanalysable"]),
        (adds, &plain, &["full fail"]),
    ] {
        let found = outcomes(&[("jugs.c", jugs), ("main.c", main)], "main.c");
        assert_eq!(found, wanted, "{main}");
    }
}

/// Suites run first and last, tests' own functions inside.
#[test]
fn suites_of_criterion() {
    let head = "#include <criterion/criterion.h>\nstatic int oil, steps;\nstatic void fill(void) { oil = 5; steps++; }\nstatic void drain(void) { cr_assert_eq(oil, 0); }\n\
        static void burn(void) { oil -= 2; steps = steps * 10 + 2; }\nstatic void empty(void) { oil = 0; }\n";
    let with = |text: &str| format!("{head}{text}");
    let nested = with(
        "TestSuite(lamp, .init = fill, .fini = drain);\nTest(lamp, burns, .init = burn, .fini = empty) { cr_assert_eq(oil, 3); cr_assert_eq(steps, 12); }\n\
         Test(lamp, stays) { cr_assert_eq(oil, 5); }\nTest(dark, alone) { cr_assert_eq(oil, 0); }\n",
    );
    let parameters = with(
        "#include <criterion/parameterized.h>\nParameterizedTestParameters(lamp, levels) { static int levels[] = { 5, 4, 3 };\n\
         return cr_make_param_array(int, levels, sizeof levels / sizeof *levels); }\n\
         ParameterizedTest(int *level, lamp, levels, .init = fill) { cr_assert_eq(oil, *level); oil--; }\n\
         Test(lamp, off, .disabled = true) { cr_assert_fail(); }\nTest(lamp, smashed, .signal = SIGABRT) { abort(); }\n",
    );
    let printed = with(
        "#include <criterion/redirect.h>\nTest(log, told, .init = cr_redirect_stdout) { puts(\"lit\"); cr_assert_stdout_eq_str(\"lit\\n\"); }\n\
         Test(log, quiet) { cr_assert_str_not_empty(\"wick\"); }\n",
    );
    let newer = with(
        "#include <criterion/new/assert.h>\nTest(new, typed) { cr_assert(eq(i32, 3, 3)); cr_assert(ne(u8, 255, 0)); cr_assert(eq(sz, 4, 4)); cr_assert(eq(3, 3)); }\n\
         Test(new, near) { cr_assert(epsilon_eq(dbl, 0.1 + 0.2, 0.3, 1e-9)); cr_assert(zero(int, oil)); cr_assert(all(1, eq(str, \"a\", \"a\"))); }\n\
         Test(new, one) { cr_assert(any(0, eq(int, 1, 2))); }\n",
    );
    judge(&[
        (
            &nested,
            &["lamp/burns pass", "lamp/stays fail", "dark/alone pass"],
        ),
        (
            &parameters,
            &[
                "lamp/levels pass",
                "lamp/off ignored",
                "lamp/smashed unanalysable",
            ],
        ),
        (&printed, &["log/told unanalysable", "log/quiet pass"]),
        (&newer, &["new/typed pass", "new/near pass", "new/one fail"]),
    ]);
}

/// The fixture of a suite holds for the tests that follow, and arguments make cases.
#[test]
fn fixtures_and_arguments_of_greatest() {
    let head = "#include \"greatest.h\"\nstatic int seats, bell;\nstatic void board(void *data) { seats = data ? *(int *)data : 2; }\nstatic void leave(void *data) { seats = 0; }\n\
        TEST two(void) { ASSERT_EQ(2, seats); PASS(); }\nTEST nine(void) { ASSERT_EQ(9, seats); PASS(); }\nTEST none(void) { ASSERT_EQ(0, seats); PASS(); }\n\
        TEST takes(int count) { ASSERT_GTm(\"free\", 4, count); PASS(); }\nTEST between(int low, int high) { ASSERT_LT(low, high); PASS(); }\n";
    let end = "GREATEST_MAIN_DEFS();\nint main(int argc, char **argv) { GREATEST_MAIN_BEGIN(); RUN_SUITE(bus); GREATEST_MAIN_END(); }\n";
    let with = |text: &str| format!("{head}{text}{end}");
    let in_turn = with(
        "static int coach = 9;\nSUITE(bus) { RUN_TEST(none); SET_SETUP(board, NULL); SET_TEARDOWN(leave, NULL); RUN_TEST(two);\n\
         GREATEST_SET_SETUP_CB(board, &coach); RUN_TEST(nine); }\n",
    );
    let arguments = with(
        "SUITE(bus) { RUN_TEST1(takes, 3); RUN_TEST1(takes, 5); RUN_TESTp(between, 1, 2); for (int i = 0; i < 2; i++) RUN_TEST1(takes, i); }\n",
    );
    let local = with("SUITE(bus) { int van = 9; SET_SETUP(board, &van); RUN_TEST(nine); }\n");
    judge(&[
        (&in_turn, &["none pass", "two pass", "nine pass"]),
        (
            &arguments,
            &[
                "takes(3) pass",
                "takes(5) fail",
                "between(1, 2) pass",
                "takes (run 3) unanalysable",
            ],
        ),
        (&local, &["nine unanalysable"]),
    ]);
}

/// How often a loop test runs is a constant, however it is written.
#[test]
fn loops_of_check() {
    let head = "#include <check.h>\nenum { FEW = 1, SOME };\n#define LAST (SOME + 1)\nstatic int lengths[] = { 3, 4 };\nstatic const int most = 2;\n\
        START_TEST(fits) { ck_assert_int_lt(_i, 2); } END_TEST\nSTART_TEST(leaves) { exit(1); } END_TEST\n";
    let with = |text: &str| {
        format!(
            "{head}static int many(void) {{ return 3; }}\nint main(int argc, char **argv) {{ TCase *tc = tcase_create(\"ropes\"); tcase_set_tags(tc, \"knots\");\n{text}\n\
             SRunner *r = srunner_create(NULL); srunner_run_tagged(r, NULL, NULL, \"knots\", NULL, CK_ENV); return srunner_ntests_failed(r); }}\n"
        )
    };
    let array = with("tcase_add_loop_test(tc, fits, 0, sizeof(lengths) / sizeof(lengths[0]));");
    let named = with("tcase_add_loop_test(tc, fits, FEW, LAST);");
    let variable = with("int count = most; tcase_add_loop_test(tc, fits, 0, count);");
    let unknown = with("int count = many(); tcase_add_loop_test(tc, fits, 0, count);");
    let ended = with("tcase_add_exit_test(tc, leaves, 1);");
    judge(&[
        (&array, &["fits[0] pass", "fits[1] pass"]),
        (&named, &["fits[1] pass", "fits[2] fail"]),
        (&variable, &["fits[0] pass", "fits[1] pass"]),
        (&unknown, &["fits unanalysable"]),
        (&ended, &["leaves unanalysable"]),
    ]);
    let report = crate::common::test(&[("t.c", &unknown)], "t.c");
    let why = "the number of runs of `fits`, which is no constant, is not modelled";
    assert_eq!(report["tests"][0]["reason"], why);
}

/// Fixtures of Check by cases, also added after a test, and by a function that gets the case.
#[test]
fn fixtures_of_check() {
    let head = "#include <check.h>\nstatic int depth;\nstatic void dive(void) { depth = depth * 10 + 4; }\nstatic void deeper(void) { depth = depth * 10 + 5; }\nstatic void rise(void) { ck_assert_int_gt(depth, 0); }\n\
        START_TEST(at_four) { ck_assert_int_eq(depth, 4); } END_TEST\nSTART_TEST(at_both) { ck_assert_int_eq(depth, 45); } END_TEST\nSTART_TEST(dry) { ck_assert_int_eq(depth, 0); } END_TEST\n";
    let late = format!(
        "{head}int main(void) {{ TCase *tc = tcase_create(\"sea\"), *land = tcase_create(\"land\"); tcase_add_test(tc, at_four); tcase_add_test(land, dry);\n\
         tcase_add_checked_fixture(tc, dive, rise); return 0; }}\n"
    );
    let two = format!(
        "{head}static void add(TCase *sea) {{ tcase_add_checked_fixture(sea, dive, NULL); tcase_add_checked_fixture(sea, deeper, rise); tcase_add_test(sea, at_both); }}\n\
         int main(void) {{ TCase *tc = tcase_create(\"sea\"); add(tc); return 0; }}\n"
    );
    let either = format!(
        "{head}static void add(TCase *one) {{ tcase_add_test(one, at_four); }}\n\
         int main(void) {{ TCase *tc = tcase_create(\"sea\"), *land = tcase_create(\"land\"); tcase_add_checked_fixture(tc, dive, rise);\n\
         tcase_add_test(land, dry); add(tc); return 0; }}\n"
    );
    judge(&[
        (&late, &["at_four pass", "dry pass"]),
        (&two, &["at_both pass"]),
        (&either, &["dry pass", "at_four unanalysable"]),
    ]);
}

/// Assertions that fail, with what they say, and some that hold.
#[test]
fn assertions_of_libraries_say_what_they_compared() {
    let check = [
        ("ck_assert_double_ge(1.5, 2.5)", "Expected >= 2.5 Was 1.5"),
        (
            "ck_assert_ldouble_eq_tol(1.0L, 2.0L, 0.5L)",
            "Expected 2 Was 1",
        ),
        (
            "ck_assert_float_ne_tol(1.0f, 1.1f, 0.5f)",
            "Expected Far From 1.1 Was 1",
        ),
        ("ck_assert_double_nan(0.5)", "Expected NaN"),
        (
            "ck_assert_str_lt(\"oak\", \"ash\")",
            "Expected < \"ash\" Was \"oak\"",
        ),
        ("ck_assert_pstr_ne(NULL, NULL)", "Expected != NULL Was NULL"),
        (
            "ck_assert_mem_ne(\"ab\", \"ab\", 2)",
            "Expected TRUE Was FALSE",
        ),
        (
            "ck_assert_msg(0, \"row %d of %s\", 3, \"elms\")",
            "Expression Evaluated To FALSE. row 3 of elms",
        ),
        ("ck_abort_msg(\"felled\")", "The Test Says So. felled"),
        ("fail_if(1)", "Expected FALSE Was TRUE"),
    ];
    let holding = "ck_assert_ldouble_finite(1.0L); ck_assert_double_infinite(1.0 / zero); ck_assert_float_nonnan(1.0f); ck_assert_pstr_eq(NULL, NULL);\n\
        ck_assert_double_ge_tol(1.0, 1.2, 0.5); ck_assert_str_ge(\"b\", \"a\"); ck_assert_msg(1, \"never\"); ck_assert_mem_lt(\"a\", \"b\", 1)";
    let mut text = "#include <check.h>\nstatic double zero;\n".to_owned();
    let mut adds = String::new();
    let all = check.iter().map(|row| row.0).chain([holding]);
    for (number, assertion) in all.enumerate() {
        let test = [
            "START_TEST(t",
            &number.to_string(),
            ") { ",
            assertion,
            "; } END_TEST\n",
        ];
        text.push_str(&test.concat());
        adds.push_str(&["tcase_add_test(tc, t", &number.to_string(), "); "].concat());
    }
    let main = [
        "int main(void) { TCase *tc = tcase_create(\"trees\"); ",
        &adds,
        "return 0; }\n",
    ];
    text.push_str(&main.concat());
    let report = crate::common::test(&[("t.c", &text)], "t.c");
    let said = report["tests"].as_array().unwrap().iter();
    let said: Vec<&str> = said
        .map(|test| test["reason"].as_str().unwrap_or("passes"))
        .collect();
    let wanted = check
        .iter()
        .map(|row| format!("assertion failed: {}", row.1));
    let wanted: Vec<String> = wanted.chain(["passes".to_owned()]).collect();
    assert_eq!(said, wanted);
}

#[test]
fn acutest() {
    let list = "#include \"acutest.h\"\nint half(int);\nstatic void even(void) { TEST_CHECK(half(4) == 2); if (!TEST_CHECK(1)) TEST_MSG(\"why\"); }\n\
        static void odd(void) { TEST_CHECK_(half(5) == 3, \"half of %d\", 5); }\nTEST_LIST = { { \"of four\", even }, { \"of five\", odd }, { NULL, NULL } };\n";
    let files = [("half.c", HALF), ("test_half.c", list)];
    assert_eq!(
        outcomes(&files, "test_half.c"),
        ["of four pass", "of five fail"]
    );
    let report = crate::common::test(&files, "test_half.c");
    let why = "assertion failed: Expression Evaluated To FALSE. half of 5";
    assert_eq!(report["tests"][1]["reason"], why);
}

#[test]
fn cutest() {
    let suite = "#include \"CuTest.h\"\nint half(int); const char *name(void);\nstatic void TestEven(CuTest *tc) { CuAssertIntEquals(tc, 2, half(4)); }\n\
        static void TestOdd(CuTest *tc) { CuAssertIntEquals_Msg(tc, \"five\", 3, half(5)); }\nstatic void TestName(CuTest *tc) { CuAssertStrEquals(tc, \"half\", name()); CuAssertPtrNotNull(tc, tc); }\n\
        CuSuite *HalfSuite(void) { CuSuite *s = CuSuiteNew(); SUITE_ADD_TEST(s, TestEven); SUITE_ADD_TEST(s, TestOdd); SUITE_ADD_TEST(s, TestName); return s; }\n";
    let main = "#include \"CuTest.h\"\nCuSuite *HalfSuite(void);\nint main(void) { CuString *o = CuStringNew(); CuSuite *s = CuSuiteNew(); CuSuiteAddSuite(s, HalfSuite());\n\
        CuSuiteRun(s); CuSuiteSummary(s, o); CuSuiteDetails(s, o); printf(\"%s\", o->buffer); return s->failCount; }\n";
    let files = [
        ("half.c", HALF),
        ("half_suite.c", suite),
        ("all_tests.c", main),
    ];
    assert_eq!(
        outcomes(&files, "all_tests.c"),
        ["TestEven pass", "TestOdd fail", "TestName pass"]
    );
}

/// Mocks and parameters end a test with a sentence; memory, sets and random numbers work.
#[test]
fn what_is_not_modelled_is_named() {
    let mocks = format!(
        "{CMOCKA}int weigh(int bag) {{ check_expected(bag); return mock_type(int); }}\n\
         static void bought(void **state) {{ expect_value(weigh, bag, 2); will_return(weigh, 5); assert_int_equal(weigh(2), 5); }}\n\
         static void kept(void **state) {{ char *p = test_malloc(2); p = test_realloc(p, 8); assert_non_null(p); test_free(p);\n\
         uintmax_t odd[] = {{ 1, 3 }}; assert_in_set(3, odd, 2); assert_not_in_set(2, odd, 2); }}\n\
         int main(void) {{ const struct CMUnitTest tests[] = {{ cmocka_unit_test(bought), cmocka_unit_test(kept) }}; return cmocka_run_group_tests(tests, NULL, NULL); }}\n"
    );
    let munit = "#include \"munit.h\"\nstruct plot { int rows; };\n\
        static MunitResult grown(const MunitParameter params[], void *data) { struct plot *p = munit_new(struct plot); int *many = munit_newa(int, 3);\n\
        munit_assert_int(p->rows + many[2], ==, 0); int n = munit_rand_int_range(2, 4); munit_assert_int(n, >=, 2); munit_assert_int(n, <=, 4); return MUNIT_OK; }\n\
        static MunitResult sown(const MunitParameter params[], void *data) { munit_assert_not_null(munit_parameters_get(params, \"seed\")); return MUNIT_OK; }\n\
        static MunitTest tests[] = { { \"/grown\", grown, NULL, NULL, MUNIT_TEST_OPTION_NONE, NULL }, { \"/sown\", sown, NULL, NULL, MUNIT_TEST_OPTION_NONE, NULL },\n\
        { NULL, NULL, NULL, NULL, MUNIT_TEST_OPTION_NONE, NULL } };\n\
        static const MunitSuite suite = { \"\", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };\n\
        int main(int argc, char *argv[]) { return munit_suite_main(&suite, NULL, argc, argv); }\n";
    judge(&[
        (&mocks, &["bought unanalysable", "kept pass"]),
        (munit, &["grown pass", "sown unanalysable"]),
    ]);
    let report = crate::common::test(&[("t.c", &mocks)], "t.c");
    assert_eq!(
        report["tests"][0]["reason"],
        "a mock of cmocka is not modelled"
    );
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

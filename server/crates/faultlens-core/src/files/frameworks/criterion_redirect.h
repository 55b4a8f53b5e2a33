/* Criterion's redirection of streams, as FaultLens reads it: what a test prints is not kept, so comparing it is not
   modelled. */

#ifndef CRITERION_REDIRECT_H_
#define CRITERION_REDIRECT_H_

#include "criterion.h"

static void cr_redirect_stdout(void) {}
static void cr_redirect_stderr(void) {}
static void cr_redirect_stdin(void) {}

#define __CR_REDIRECTED() __not_modelled("the comparison of what a test prints (Criterion's redirect.h)")
#define cr_get_redirected_stdout() (__CR_REDIRECTED(), stdout)
#define cr_get_redirected_stderr() (__CR_REDIRECTED(), stderr)
#define cr_get_redirected_stdin() (__not_modelled("input that a test writes (Criterion's redirect.h)"), stdin)
#define cr_assert_stdout_eq(...) __CR_REDIRECTED()
#define cr_assert_stdout_eq_str(...) __CR_REDIRECTED()
#define cr_assert_stdout_neq(...) __CR_REDIRECTED()
#define cr_assert_stdout_neq_str(...) __CR_REDIRECTED()
#define cr_assert_stderr_eq(...) __CR_REDIRECTED()
#define cr_assert_stderr_eq_str(...) __CR_REDIRECTED()
#define cr_assert_stderr_neq(...) __CR_REDIRECTED()
#define cr_assert_stderr_neq_str(...) __CR_REDIRECTED()
#define cr_expect_stdout_eq(...) __CR_REDIRECTED()
#define cr_expect_stdout_eq_str(...) __CR_REDIRECTED()
#define cr_expect_stdout_neq(...) __CR_REDIRECTED()
#define cr_expect_stdout_neq_str(...) __CR_REDIRECTED()
#define cr_expect_stderr_eq(...) __CR_REDIRECTED()
#define cr_expect_stderr_eq_str(...) __CR_REDIRECTED()
#define cr_expect_stderr_neq(...) __CR_REDIRECTED()
#define cr_expect_stderr_neq_str(...) __CR_REDIRECTED()
#define cr_assert_file_contents_eq(...) __CR_REDIRECTED()
#define cr_assert_file_contents_eq_str(...) __CR_REDIRECTED()

#endif

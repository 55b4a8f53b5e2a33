/* Criterion's tests with parameters, as FaultLens reads them: one test runs with all of its parameters in turn. */

#ifndef CRITERION_PARAMETERIZED_H_
#define CRITERION_PARAMETERIZED_H_

#include "criterion.h"

struct criterion_test_params {
    size_t size;
    void *params;
    size_t length;
    void (*cleanup)(struct criterion_test_params *);
};

#define ParameterizedTestParameters(suite, id) \
    static struct criterion_test_params __criterion_params_##suite##_##id(void)
#define cr_make_param_array(type, array, ...) \
    ((struct criterion_test_params) { sizeof(type), (void *)(array), __VA_ARGS__ })
#define ParameterizedTest(parameter, suite, id, ...) \
    static void __criterion_each_##suite##_##id(parameter); \
    static void __criterion_##suite##_##id(void) { \
        struct criterion_test_params all__ = __criterion_params_##suite##_##id(); \
        size_t at__; \
        for (at__ = 0; at__ < all__.length; at__++) \
            __criterion_each_##suite##_##id((void *)((char *)all__.params + at__ * all__.size)); \
        if (all__.cleanup) \
            all__.cleanup(&all__); \
    } \
    static struct __criterion_test __criterion_entry_##suite##_##id = { \
        .name = #suite "/" #id, .test = __criterion_##suite##_##id, __VA_ARGS__ }; \
    static void __criterion_each_##suite##_##id(parameter)

#endif

typedef _Bool atomic_bool;
typedef char atomic_char;
typedef signed char atomic_schar;
typedef unsigned char atomic_uchar;
typedef short atomic_short;
typedef unsigned short atomic_ushort;
typedef int atomic_int;
typedef unsigned int atomic_uint;
typedef long atomic_long;
typedef unsigned long atomic_ulong;
typedef long long atomic_llong;
typedef unsigned long long atomic_ullong;
typedef __SIZE_TYPE__ atomic_size_t;
typedef __PTRDIFF_TYPE__ atomic_ptrdiff_t;
typedef __INTPTR_TYPE__ atomic_intptr_t;
typedef __UINTPTR_TYPE__ atomic_uintptr_t;
typedef __INTMAX_TYPE__ atomic_intmax_t;
typedef __UINTMAX_TYPE__ atomic_uintmax_t;
typedef __INT_LEAST8_TYPE__ atomic_int_least8_t;
typedef __UINT_LEAST8_TYPE__ atomic_uint_least8_t;
typedef __INT_LEAST16_TYPE__ atomic_int_least16_t;
typedef __UINT_LEAST16_TYPE__ atomic_uint_least16_t;
typedef __INT_LEAST32_TYPE__ atomic_int_least32_t;
typedef __UINT_LEAST32_TYPE__ atomic_uint_least32_t;
typedef __INT_LEAST64_TYPE__ atomic_int_least64_t;
typedef __UINT_LEAST64_TYPE__ atomic_uint_least64_t;
typedef __INT_FAST8_TYPE__ atomic_int_fast8_t;
typedef __UINT_FAST8_TYPE__ atomic_uint_fast8_t;
typedef __INT_FAST16_TYPE__ atomic_int_fast16_t;
typedef __UINT_FAST16_TYPE__ atomic_uint_fast16_t;
typedef __INT_FAST32_TYPE__ atomic_int_fast32_t;
typedef __UINT_FAST32_TYPE__ atomic_uint_fast32_t;
typedef __INT_FAST64_TYPE__ atomic_int_fast64_t;
typedef __UINT_FAST64_TYPE__ atomic_uint_fast64_t;
typedef __CHAR16_TYPE__ atomic_char16_t;
typedef __CHAR32_TYPE__ atomic_char32_t;
typedef __WCHAR_TYPE__ atomic_wchar_t;
typedef struct __faultlens_atomic_flag { _Bool __set; } atomic_flag;
typedef enum __faultlens_memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst } memory_order;
#define ATOMIC_FLAG_INIT {0}
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#define ATOMIC_VAR_INIT(value) (value)
#define atomic_init(object, value) ((void)(*(object) = (value)))
#define atomic_is_lock_free(object) ((void)(object), (_Bool)1)
#define atomic_thread_fence(order) ((void)(order))
#define atomic_signal_fence(order) ((void)(order))
#define kill_dependency(value) (value)
#define atomic_load(object) (*(object))
#define atomic_store(object, value) ((void)(*(object) = (value)))
#define atomic_exchange(object, value) ({ __typeof__(object) __o = (object); __typeof__(*__o) __w = *__o; *__o = (value); __w; })
#define __faultlens_atomic_fetch(op, object, value) ({ __typeof__(object) __o = (object); __typeof__(*__o) __w = *__o; *__o = (__typeof__(*__o))((unsigned long long)__w op (unsigned long long)(value)); __w; })
#define atomic_fetch_add(object, value) __faultlens_atomic_fetch(+, object, value)
#define atomic_fetch_sub(object, value) __faultlens_atomic_fetch(-, object, value)
#define atomic_fetch_or(object, value) __faultlens_atomic_fetch(|, object, value)
#define atomic_fetch_xor(object, value) __faultlens_atomic_fetch(^, object, value)
#define atomic_fetch_and(object, value) __faultlens_atomic_fetch(&, object, value)
#define atomic_compare_exchange_strong(object, expected, value) ({ __typeof__(object) __o = (object); __typeof__(__o) __e = (expected); _Bool __s = *__o == *__e; if (__s) *__o = (value); else *__e = *__o; __s; })
#define atomic_compare_exchange_weak(object, expected, value) atomic_compare_exchange_strong(object, expected, value)
#define atomic_flag_test_and_set(flag) ({ atomic_flag *__f = (flag); _Bool __s = __f->__set; __f->__set = 1; __s; })
#define atomic_flag_clear(flag) ((void)((flag)->__set = 0))
#define atomic_load_explicit(object, order) atomic_load(object)
#define atomic_store_explicit(object, value, order) atomic_store(object, value)
#define atomic_exchange_explicit(object, value, order) atomic_exchange(object, value)
#define atomic_fetch_add_explicit(object, value, order) atomic_fetch_add(object, value)
#define atomic_fetch_sub_explicit(object, value, order) atomic_fetch_sub(object, value)
#define atomic_fetch_or_explicit(object, value, order) atomic_fetch_or(object, value)
#define atomic_fetch_xor_explicit(object, value, order) atomic_fetch_xor(object, value)
#define atomic_fetch_and_explicit(object, value, order) atomic_fetch_and(object, value)
#define atomic_compare_exchange_strong_explicit(object, expected, value, success, failure) atomic_compare_exchange_strong(object, expected, value)
#define atomic_compare_exchange_weak_explicit(object, expected, value, success, failure) atomic_compare_exchange_strong(object, expected, value)
#define atomic_flag_test_and_set_explicit(flag, order) atomic_flag_test_and_set(flag)
#define atomic_flag_clear_explicit(flag, order) atomic_flag_clear(flag)

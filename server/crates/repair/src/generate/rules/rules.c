/* What programmers write by mistake, and what they mean.
 *
 * Each function is a rule: its name says what goes wrong, its result which kind of edit mends it (`EditKind`). Each of
 * its statements has a pattern and, after commas, what may stand there instead. A pattern in an `if` matches where only
 * a truth value matters, in a `return` where a value is used, in a `switch` where it is used as more than a truth value,
 * in a block where the expression is a statement; others match anywhere. Parameters stand for parts of the program that
 * have the property which their type names (`has_property` in properties.rs); one that no pattern has is the whole
 * expression. The types of the second list stand for every variable, named number or member that may be meant there,
 * and for a number that the tests tell; those of the third for an operator, written like a function: `op(a, b)`. `less`,
 * `half`, `real` and `digit` of a number are one less, half of it, and the same as a floating-point number and as a
 * character.
 */
typedef int Neighbour, Operator, Part, Check, Step, Exchange, Factor, Wrapped, Name;
typedef int any, whole, variable, floating, first, first_floating, text, character, uncharacter, wide, constant,
    computed, decimal, divisor, figure, condition, uncounted, pointer, place, counted, measured, unsigned_here, linked,
    linked_record;
typedef int local, named, member, hole, factor;
typedef int arithmetic(), comparison(), order();

/* Conditions. */
Neighbour bits_for_conditions(any a, any b) { if (a & b, a && b); if (a | b, a || b); }
Neighbour comparison_as_statement(any a, any b) { { a == b, a = b; } }
Neighbour assignment_as_value(any a, any b, any c, any d) {
    return (a = b), a == b;
    return (a = (b && c)), a == b && c;
    return (a = (b || c)), a == b || c;
    return (a = (b && c && d)), a == b && c && d;
    return (a = (b || c || d)), a == b || c || d;
}
Operator connective(any a, any b) { a && b, a || b; a || b, a && b; }
Check condition_too_many(any a, any b) { a && b, a, b; a || b, a, b; }
Part negation(condition a) { if (a, !a); }
Part sign_too_many(any a) { !a, a; -a, a; }
Neighbour text_compared(text a, text b) { a == b, strcmp(a, b) == 0; a != b, strcmp(a, b) != 0; }
Operator beginning_compared(any s, any t, any n, any e) {
    strncmp(s, t, n) == 0, e && s[n] == '\0', e && t[n] == '\0';
}
Operator unsigned_difference(order op, any a, any b) { op(a - b, 0), op(a, b); }
Operator difference_that_overflows(wide a, wide b) { a - b, (a > b) - (a < b); }
Part first_part_compared(any x, any y, member m, member n) {
    x.m < y.m, x.m < y.m || (x.m == y.m && x.n < y.n);
    x.m > y.m, x.m > y.m || (x.m == y.m && x.n > y.n);
    x.m <= y.m, x.m < y.m || (x.m == y.m && x.n <= y.n);
    x.m >= y.m, x.m > y.m || (x.m == y.m && x.n >= y.n);
}

/* The order of operands. */
Exchange operands(any a, any b) { a - b, b - a; a / b, b / a; a % b, b % a; a << b, b << a; a >> b, b >> a; }
Exchange arms(any c, any a, any b) { c ? a : b, c ? b : a; }
Check one_arm(any c, any a, any b) { c ? a : b, a, b; }
Exchange indices(any m, any i, any j) { m[i][j], m[j][i]; }
Exchange sides(any a, place b) { a = b, b = a; }

/* One more or less. */
Step direction(any a) { a++, a--; a--, a++; ++a, --a; --a, ++a; }
Neighbour step_too_late(any a) { return a++, ++a; return a--, --a; return ++a, a++; return --a, a--; }
Step off_by_one(counted i, computed a, computed b, any t, unsigned_here e) {
    return i, e - 1, e + 1;
    a + b, e - 1, e + 1;
    a - b, e - 1, e + 1;
    strlen(t), e - 1, e + 1;
}

/* Terms and factors. */
Part operand_alone(arithmetic op, any a, computed x) { op(x, a), x; op(a, x), x; }
Check constant_alone(arithmetic op, any a, any b, constant k) { op(k, a), k; op(a, k), k; a % b, a, b; }
Part sign_of_floating(first_floating a, any b) { a + b, -a + b; a - b, -a - b; }
Check sign(first a, any b) { a + b, -a + b; a - b, -a - b; }
Factor scale(order op, floating a, floating b, factor k) { op(a, b), op(a, b * k), op(a * k, b); }
Wrapped below_zero(arithmetic op, floating a, any b, computed e) {
    op(a, b), fabs(e);
    op(b, a), fabs(e);
}
Wrapped distance(whole a, whole b, computed e) { a - b, abs(e); }
Wrapped around(arithmetic op, whole a, whole b, named n, local v, hole k, computed e) {
    op(a, b), e % n, e % v, e % k;
}

/* Quotients of whole numbers. */
Neighbour fraction(constant a, decimal b) { a / b, a / real(b); }
Part quotient(whole a, decimal b, variable c) { a / b, a / real(b); a / c, (double)a / c; }
Part rounded(whole a, divisor b, variable c) {
    a / b, (a + less(b)) / b, (a + half(b)) / b;
    a / c, (a + c - 1) / c, (a + c / 2) / c;
}
Neighbour divided_first(whole a, whole b, whole c) { a / b * c, a * c / b; c * (a / b), c * a / b; }
Neighbour fractions(comparison op, constant a, constant b, any c, any d) {
    op(a / b, c / d), op(a * d, c * b);
    op(c / d, a / b), op(c * b, a * d);
}
Exchange quotients(comparison op, any a, any b, any c, any d) { op(a / b, c / d), op(a * d, c * b); }

/* Characters of digits. */
Operator value_of_digit(character c) { switch (c, c - '0'); }
Operator digit_stored(character c, uncharacter n) { c = n, c = n + '0'; }
Neighbour digit_compared(comparison op, character c, figure d) { op(c, d), op(c, digit(d)); }

/* Members, pointers, memory. */
Name other_member(any x, member m, member n) { x.m, x.n; }
Part member_as_condition(any p, member m, linked e) { if (p.m, p); }
Part member_too_many(any p, member m, linked_record e) { p.m, p; }
Neighbour elements_for_bytes(uncounted n, any p, any q) {
    malloc(n), malloc(n * sizeof(int)), malloc(n * sizeof(double));
    realloc(p, n), realloc(p, n * sizeof(*p));
    memcpy(p, q, n), memcpy(p, q, n * sizeof(*p));
    memmove(p, q, n), memmove(p, q, n * sizeof(*p));
    memset(p, q, n), memset(p, q, n * sizeof(*p));
}
Exchange address_for_value(pointer p) { p, *p; }
Part value_for_address(any p) { *p, p; }
Exchange first_element(pointer p, local i) { *p, p[i]; }
Part size_of_part(any a, any i, measured p) { sizeof(a[i]), sizeof(a); sizeof(*a), sizeof(a); sizeof(p), sizeof(*p); }

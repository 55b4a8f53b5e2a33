/* What is left of the pattern, while `regcomp` reads it. */
static const unsigned char *__regex_at;

static const unsigned char *__regex_begin;

/* The flags of `regcomp`: 1 extended, 2 cases ignored, 4 newlines are special, 8 no sub-matches. */
static int __regex_flags;

static int __regex_error;

/* The token that was read: its kind, and its character or number. Kinds: c character, E end, B backslash at the end,
   k class of characters as `\w`, a anchor, r back reference, and the operators of extended expressions. */
static int __regex_token;

static int __regex_value;

/* The tree of the pattern: four numbers a node, which are its kind, two subtrees or other numbers, and a flag. Node 0
   is the empty tree. Kinds: c character, s set, a anchor, r back reference, `(` group, & sequence, `|` alternatives,
   * repetition of the third member, of which the second is the least and the fourth the greatest number. */
static int *__regex_tree;

static int __regex_size;

static int __regex_room;

/* Sets of characters, of 32 bytes each. */
static unsigned char *__regex_sets;

static int __regex_set_count;

static int __regex_groups;

/* The groups that are complete, and that back references name, as bits. */
static int __regex_complete;

static int __regex_named;

static int __regex_node(int kind, int left, int right, int flag) {
    int *at;
    if (__regex_size == __regex_room) {
        __regex_room = __regex_room * 2 + 16;
        __regex_tree = realloc(__regex_tree, __regex_room * 4 * sizeof(int));
    }
    at = __regex_tree + 4 * __regex_size;
    at[0] = kind;
    at[1] = left;
    at[2] = right;
    at[3] = flag;
    return __regex_size++;
}

static int __regex_fold(int c, int flags) {
    return flags & 2 ? toupper(c) : c;
}

/* What a backslash and the character mean. */
static void __regex_escaped(int c) {
    int extended = __regex_flags & 1;
    __regex_token = 'c';
    /* As in glibc, without regard to REG_ICASE. */
    __regex_value = c;
    if (!c) {
        __regex_token = 'B';
    } else if (c >= '1' && c <= '9') {
        __regex_token = 'r';
        __regex_value = c - '1';
    } else if (strchr("<>bB`'", c)) {
        __regex_token = 'a';
        __regex_value = c;
    } else if (strchr("wWsS", c)) {
        __regex_token = 'k';
        __regex_value = c;
    } else if (!extended && strchr("|(){}+?", c)) {
        __regex_token = c;
    }
}

/* Reads the token at the place and moves behind it. `starts` says that a circumflex is an anchor here. */
static void __regex_fetch(int starts) {
    int c = *__regex_at, extended = __regex_flags & 1;
    __regex_token = c ? 'c' : 'E';
    __regex_value = __regex_fold(c, __regex_flags);
    if (!c)
        return;
    __regex_at++;
    if (c == '\\') {
        __regex_escaped(*__regex_at);
        if (*__regex_at)
            __regex_at++;
    } else if (c == '*' || c == '[' || c == '.' || (extended && strchr("|(){}+?", c))) {
        __regex_token = c;
    } else if (c == '^') {
        if (extended || starts || __regex_at == __regex_begin + 1)
            __regex_token = 'a';
    } else if (c == '$') {
        int ends = extended || !*__regex_at
                   || (__regex_at[0] == '\\' && (__regex_at[1] == ')' || __regex_at[1] == '|'));
        if (ends)
            __regex_token = 'a';
    }
}

static int __regex_new_set(void) {
    __regex_sets = realloc(__regex_sets, 32 * (__regex_set_count + 1));
    memset(__regex_sets + 32 * __regex_set_count, 0, 32);
    return __regex_set_count++;
}

static void __regex_put(int set, int c) {
    __regex_sets[32 * set + c / 8] |= 1 << c % 8;
}

static void __regex_negate(int set) {
    int i;
    for (i = 0; i < 32; i++)
        __regex_sets[32 * set + i] ^= 255;
}

/* The set of `.`, `\w` and its like. */
static int __regex_class(int which) {
    int c, set = __regex_new_set();
    for (c = 0; c < 256; c++) {
        int inside = c != 0 && (c != '\n' || !(__regex_flags & 4));
        if (which != '.')
            inside = tolower(which) == 's' ? c < 128 && isspace(c) : c == '_' || (c < 128 && isalnum(c));
        if (inside)
            __regex_put(set, c);
    }
    if (which == 'W' || which == 'S')
        __regex_negate(set);
    return __regex_node('s', set, 0, 0);
}

/* The name in `[:name:]` and its like, at whose first character the place is: its length; -1 without an end. */
static int __regex_bracket_name(int delimiter, char *name) {
    int length = 0;
    for (;; length++) {
        int c = *__regex_at;
        if (!c || length >= 32)
            return -1;
        __regex_at++;
        if (!*__regex_at)
            return -1;
        if (c == delimiter && *__regex_at == ']')
            break;
        name[length] = delimiter == ':' ? c : __regex_fold(c, __regex_flags);
    }
    __regex_at++;
    name[length] = 0;
    return length;
}

static void __regex_put_class(int set, const char *name) {
    unsigned long length;
    int c;
    if ((__regex_flags & 2) && (strcmp(name, "upper") == 0 || strcmp(name, "lower") == 0))
        name = "alpha";
    length = strlen(name);
    if (__class_contains(name, length, 0) < 0)
        __regex_error = 4; /* REG_ECTYPE */
    for (c = 0; c < 128 && !__regex_error; c++)
        if (__class_contains(name, length, c))
            __regex_put(set, c);
}

/* One member of a bracket, or the end of a range: its character, or -1 after a class, which is put into the set, if
   there is one. */
static int __regex_element(int set, int may_be_hyphen) {
    char name[40];
    int c = __regex_at[0], next = c ? __regex_at[1] : 0, length;
    if (c == '[' && (next == ':' || next == '.' || next == '=')) {
        __regex_at += 2;
        length = *__regex_at ? __regex_bracket_name(next, name) : -1;
        if (length < 0) {
            __regex_error = 7; /* REG_EBRACK */
            return -1;
        }
        if (next != '.' && set < 0)
            return -1;
        if (next == ':') {
            __regex_put_class(set, name);
            return -1;
        }
        if (length != 1) {
            __regex_error = next == '.' && !*__regex_at ? 7 : 3; /* REG_EBRACK, REG_ECOLLATE */
            return -1;
        }
        if (next == '=') {
            __regex_put(set, (unsigned char)name[0]);
            return -1;
        }
        return (unsigned char)name[0];
    }
    if (c == '-' && !may_be_hyphen && __regex_at[1] != ']')
        __regex_error = 11; /* REG_ERANGE */
    __regex_at++;
    return __regex_fold(c, __regex_flags);
}

static int __regex_bracket(void) {
    int set = __regex_new_set(), negated = *__regex_at == '^', first = 1;
    __regex_at += negated;
    if (!*__regex_at)
        __regex_error = 2; /* REG_BADPAT */
    if (negated && (__regex_flags & 4))
        __regex_put(set, '\n');
    while (!__regex_error && (first || *__regex_at != ']')) {
        int low, high, range = 0;
        low = high = __regex_element(set, first);
        first = 0;
        if (__regex_error)
            break;
        if (low >= 0 && *__regex_at == '-') {
            if (!__regex_at[1]) {
                __regex_error = 7;
                break;
            }
            range = __regex_at[1] != ']';
        }
        if (range) {
            __regex_at++;
            high = __regex_element(-1, 1);
            if (!__regex_error && (high < 0 || high < low))
                __regex_error = 11; /* REG_ERANGE */
        }
        while (!__regex_error && low >= 0 && low <= high)
            __regex_put(set, low++);
        if (!__regex_error && !*__regex_at)
            __regex_error = 7; /* REG_EBRACK */
    }
    if (__regex_error)
        return 0;
    __regex_at++;
    if (negated)
        __regex_negate(set);
    return __regex_node('s', set, 0, 0);
}

/* A number in an interval and the token behind it: -1 if there is none, -2 if it is malformed. */
static int __regex_number(void) {
    int number = -1;
    for (;;) {
        __regex_fetch(0);
        if (__regex_token == 'E')
            return -2;
        if (__regex_token == '}' || (__regex_token == 'c' && __regex_value == ','))
            return number;
        if (__regex_token != 'c' || __regex_value < '0' || __regex_value > '9' || number == -2)
            number = -2;
        else if (number == -1)
            number = __regex_value - '0';
        else if (number <= 32767)
            number = number * 10 + __regex_value - '0';
    }
}

/* The repetition of a tree, at whose operator the token is. */
static int __regex_repeat(int tree) {
    int low = __regex_token == '+', high = __regex_token == '?' ? 1 : -1;
    if (__regex_token == '{') {
        low = __regex_number();
        if (low == -1) {
            if (__regex_token == '}') {
                __regex_error = 10; /* REG_BADBR */
                return 0;
            }
            low = 0;
        }
        high = low;
        if (low != -2 && __regex_token != '}')
            high = __regex_token == 'c' ? __regex_number() : -2;
        if (low == -2 || high == -2)
            __regex_error = __regex_token == 'E' ? 9 /* REG_EBRACE */ : 10;
        else if ((high != -1 && low > high) || __regex_token != '}')
            __regex_error = 10;
        else if ((high == -1 ? low : high) > 32767)
            __regex_error = 15; /* REG_ESIZE */
        if (__regex_error)
            return 0;
    }
    __regex_fetch(0);
    if (!tree || high == 0)
        return 0;
    return __regex_node('*', low, tree, high);
}

static int __regex_group(int depth) {
    int tree = 0, number = __regex_groups++;
    __regex_fetch(1);
    if (__regex_token != ')') {
        tree = __regex_alternatives(depth + 1);
        if (!__regex_error && __regex_token != ')')
            __regex_error = 8; /* REG_EPAREN */
    }
    if (number < 9)
        __regex_complete |= 1 << number;
    return __regex_node('(', tree, number, 0);
}

/* One thing that can be repeated, with its repetitions; 0 also if it is empty. */
static int __regex_piece(int depth) {
    int tree = 0, kind = __regex_token, value = __regex_value, extended = __regex_flags & 1;
    switch (kind) {
    case '|':
    case 'E':
        return 0;
    case 'B':
        __regex_error = 5; /* REG_EESCAPE */
        return 0;
    case 'a':
        tree = __regex_node('a', value, 0, 0);
        __regex_fetch(0);
        return tree;
    case '(': tree = __regex_group(depth); break;
    case '[': tree = __regex_bracket(); break;
    case '.': tree = __regex_class('.'); break;
    case 'k': tree = __regex_class(value); break;
    case 'r':
        if (!(__regex_complete & 1 << value)) {
            __regex_error = 6; /* REG_ESUBREG */
            return 0;
        }
        __regex_named |= 1 << value;
        tree = __regex_node('r', value, 0, 0);
        break;
    default:
        /* An operator with nothing before it: wrong, or the character itself. */
        if (kind == '{' || (extended && (kind == '*' || kind == '+' || kind == '?'))) {
            __regex_error = 13; /* REG_BADRPT */
            return 0;
        }
        if (kind == ')' && !extended) {
            __regex_error = 8; /* REG_EPAREN */
            return 0;
        }
        tree = __regex_node('c', value, 0, 0);
    }
    if (__regex_error)
        return 0;
    __regex_fetch(0);
    while (!__regex_error && strchr("*+?{", __regex_token)) {
        tree = __regex_repeat(tree);
        if (!__regex_error && !extended && (__regex_token == '*' || __regex_token == '{'))
            __regex_error = 13;
    }
    return tree;
}

static int __regex_sequence(int depth) {
    int tree = __regex_piece(depth);
    while (!__regex_error && __regex_token != '|' && __regex_token != 'E' && !(depth && __regex_token == ')')) {
        int more = __regex_piece(depth);
        tree = tree && more ? __regex_node('&', tree, more, 0) : tree + more;
    }
    return tree;
}

static int __regex_alternatives(int depth) {
    int before = __regex_complete, tree = __regex_sequence(depth);
    while (!__regex_error && __regex_token == '|') {
        int other = 0, complete = __regex_complete;
        __regex_fetch(1);
        if (__regex_token != '|' && __regex_token != 'E' && !(depth && __regex_token == ')')) {
            __regex_complete = before;
            other = __regex_sequence(depth);
            __regex_complete |= complete;
        }
        tree = __regex_node('|', tree, other, 0);
    }
    return tree;
}

/* A group directly in a group is that group: `map` says which. */
static void __regex_merge(int tree, int *map) {
    int *at;
    while (tree) {
        at = __regex_tree + 4 * tree;
        switch (at[0]) {
        case 'r':
            at[1] = map[at[1]];
            return;
        case '(':
            if (at[1] && __regex_tree[4 * at[1]] == '(') {
                map[__regex_tree[4 * at[1] + 2]] = map[at[2]];
                at[1] = __regex_tree[4 * at[1] + 1];
            }
            tree = at[1];
            break;
        case '|':
        case '&':
            __regex_merge(at[1], map);
            tree = at[2];
            break;
        case '*': tree = at[2]; break;
        default: return;
        }
    }
}

/* The automaton: four numbers a node, which are its kind, its argument, and the two nodes that follow. Node 0 is the
   end. Kinds: c, s, a, r and `(` as in the tree, `)` the end of a group, `]` of one that is optional, `|` a choice, of
   which the first is preferred. */
static int *__regex_code;

static int __regex_code_size;

static int __regex_code_room;

static int __regex_emit_node(int kind, int argument, int next, int other) {
    int *at;
    if (__regex_code_size == __regex_code_room) {
        if (__regex_code_room > 1000000)
            __not_modelled("so large a regular expression");
        __regex_code_room = __regex_code_room * 2 + 16;
        __regex_code = realloc(__regex_code, __regex_code_room * 4 * sizeof(int));
    }
    at = __regex_code + 4 * __regex_code_size;
    at[0] = kind;
    at[1] = argument;
    at[2] = next;
    at[3] = other;
    return __regex_code_size++;
}

/* The nodes of a repetition: the optional ones are `(((x)?x)?x)?`. Of the groups only the first repetition knows that
   it is optional, as in glibc, and the copies of a tree forget it. */
static int __regex_emit_repeat(const int *at, int next, int copy) {
    int low = at[1], tree = at[2], high = at[3], first = next, last = -1, i, body;
    if (high == -1) {
        first = __regex_emit_node('|', 0, 0, next);
        body = __regex_emit(tree, first, !copy, copy || low);
        __regex_code[4 * first + 2] = body;
    }
    for (i = low; i < high; i++) {
        int choice = __regex_emit_node('|', 0, 0, next), original = i == high - 1;
        if (last < 0)
            first = choice;
        else
            __regex_code[4 * last + 2] = choice;
        last = choice;
        next = __regex_emit(tree, next, original && !copy, copy || !original || low);
    }
    if (last >= 0)
        __regex_code[4 * last + 2] = next;
    for (i = 0; i < low; i++)
        first = __regex_emit(tree, first, 0, copy || i < low - 1);
    return first;
}

/* The nodes of a tree before `next`: the first of them. */
static int __regex_emit(int tree, int next, int optional, int copy) {
    const int *at = __regex_tree + 4 * tree;
    int node, other;
    if (!tree)
        return next;
    switch (at[0]) {
    case '&': return __regex_emit(at[1], __regex_emit(at[2], next, 0, copy), 0, copy);
    case '*': return __regex_emit_repeat(at, next, copy);
    case '(':
        node = __regex_emit_node(optional ? ']' : ')', at[2], next, 0);
        node = __regex_emit(at[1], node, 0, copy);
        return __regex_emit_node('(', at[2], node, 0);
    case '|':
        node = __regex_emit(at[1], next, 0, copy);
        other = __regex_emit(at[2], next, 0, copy);
        /* What matches nothing comes last. */
        return at[1] ? __regex_emit_node('|', 0, node, other) : __regex_emit_node('|', 0, other, node);
    }
    return __regex_emit_node(at[0], at[1], next, 0);
}

/* The characters with which a match can begin, as bits; 0 if it can be empty. */
static int __regex_first(int node, unsigned char *seen, unsigned char *first) {
    while (!seen[node]) {
        const int *at = __regex_code + 4 * node;
        int i;
        seen[node] = 1;
        switch (at[0]) {
        case 'm':
        case 'r': return 0;
        case 'c':
            first[at[1] / 8] |= 1 << at[1] % 8;
            return 1;
        case 's':
            for (i = 0; i < 32; i++)
                first[i] |= __regex_sets[32 * at[1] + i];
            return 1;
        case '|':
            if (!__regex_first(at[3], seen, first))
                return 0;
        }
        node = at[2];
    }
    return 1;
}

/* What `regexec` needs, in one block: 16 numbers (of nodes; first node; flags; of groups; groups that back references
   name; whether a match can be empty; where the sets begin; -; the characters with which a match begins), the nodes,
   the group that each group is, and the sets. */
static int *__regex_finish(int tree) {
    int *map = calloc(__regex_groups + 1, sizeof(int)), *block, start, i;
    unsigned char *seen;
    unsigned long nodes, sets;
    for (i = 0; i < __regex_groups; i++)
        map[i] = i;
    __regex_merge(tree, map);
    __regex_code = 0;
    __regex_code_size = __regex_code_room = 0;
    __regex_emit_node('m', 0, 0, 0);
    start = __regex_emit(tree, 0, 0, 0);
    nodes = 4 * __regex_code_size;
    sets = 16 + nodes + __regex_groups;
    block = calloc(sets + 8 * __regex_set_count, sizeof(int));
    block[0] = __regex_code_size;
    block[1] = start;
    block[2] = __regex_flags;
    block[3] = __regex_groups;
    for (i = 0; i < __regex_groups && i < 9; i++)
        if (__regex_named & 1 << i)
            block[4] |= 1 << map[i];
    seen = calloc(__regex_code_size, 1);
    block[5] = !__regex_first(start, seen, (unsigned char *)(block + 8));
    block[6] = sets;
    memcpy(block + 16, __regex_code, nodes * sizeof(int));
    memcpy(block + 16 + nodes, map, __regex_groups * sizeof(int));
    if (__regex_set_count)
        memcpy(block + sets, __regex_sets, 32 * __regex_set_count);
    free(seen);
    free(__regex_code);
    free(map);
    return block;
}

int regcomp(struct re_pattern_buffer *regex, const char *pattern, int flags) {
    int tree;
    __regex_at = __regex_begin = (const unsigned char *)pattern;
    __regex_flags = flags;
    __regex_error = __regex_groups = __regex_complete = __regex_named = 0;
    __regex_tree = 0;
    __regex_sets = 0;
    __regex_size = __regex_room = __regex_set_count = 0;
    __regex_node(0, 0, 0, 0);
    __regex_fetch(1);
    tree = __regex_alternatives(0);
    regex->re_nsub = __regex_groups;
    *(void **)regex = __regex_error ? 0 : __regex_finish(tree);
    free(__regex_tree);
    free(__regex_sets);
    return __regex_error;
}

void regfree(struct re_pattern_buffer *regex) {
    free(*(void **)regex);
    *(void **)regex = 0;
}

/* While `regexec` runs: the compiled pattern, and the text with its length and the flags. */
static const int *__regex_program;

static const unsigned char *__regex_text;

static int __regex_length;

static int __regex_how;

static int __regex_word_at(int at) {
    int c = at >= 0 && at < __regex_length ? __regex_text[at] : 0;
    return c == '_' || (c < 128 && isalnum(c));
}

static int __regex_holds(int anchor, int at) {
    int lines = __regex_program[2] & 4, before = __regex_word_at(at - 1), after = __regex_word_at(at);
    switch (anchor) {
    case '^':
        if (at == 0)
            return !(__regex_how & 1 /* REG_NOTBOL */);
        return lines && __regex_text[at - 1] == '\n';
    case '$':
        if (at == __regex_length)
            return !(__regex_how & 2 /* REG_NOTEOL */);
        return lines && __regex_text[at] == '\n';
    case '`': return at == 0;
    case '\'': return at == __regex_length;
    case '<': return !before && after;
    case '>': return before && !after;
    case 'b': return before != after;
    case 'B': return before == after;
    }
    return 0;
}

/* Whether a node takes the character at a place. */
static int __regex_takes(const int *node, int at) {
    int c = __regex_fold(__regex_text[at], __regex_program[2]);
    if (node[0] == 'c')
        return node[1] == c;
    if (node[0] != 's')
        return 0;
    return ((const unsigned char *)(__regex_program + __regex_program[6]))[32 * node[1] + c / 8] >> c % 8 & 1;
}

/* A set of nodes: their list, and by node where the match began that reaches it, -1 if none does. */
static int *__regex_list;

static int *__regex_from;

static int __regex_count;

/* Adds a node, and what follows from it without a character. */
static void __regex_add(int node, int at, int from) {
    for (;;) {
        const int *code = __regex_program + 16 + 4 * node;
        if (__regex_from[node] >= 0 && __regex_from[node] <= from)
            return;
        if (__regex_from[node] < 0)
            __regex_list[__regex_count++] = node;
        __regex_from[node] = from;
        switch (code[0]) {
        case '|': __regex_add(code[2], at, from); node = code[3]; break;
        case '(':
        case ')':
        case ']': node = code[2]; break;
        case 'a':
            if (!__regex_holds(code[1], at))
                return;
            node = code[2];
            break;
        default: return;
        }
    }
}

static void __regex_clear(int *from, const int *list, int count) {
    while (count > 0)
        from[list[--count]] = -1;
}

/* The leftmost longest match from `at`: its bounds are stored. */
static int __regex_search(int at, int *bounds) {
    int count = __regex_program[0], i, c, others = 0, best = -1;
    int *memory = malloc(4 * count * sizeof(int)), *list = memory + 2 * count, *from = memory + 3 * count;
    const unsigned char *first = (const unsigned char *)(__regex_program + 8);
    __regex_list = memory;
    __regex_from = memory + count;
    for (i = 0; i < count; i++)
        __regex_from[i] = from[i] = -1;
    for (;; at++) {
        int *swap;
        __regex_count = 0;
        for (i = 0; i < others; i++) {
            int began = from[list[i]];
            const int *code = __regex_program + 16 + 4 * list[i];
            if ((best < 0 || began <= best) && __regex_takes(code, at - 1))
                __regex_add(code[2], at, began);
        }
        __regex_clear(from, list, others);
        if (best < 0 && __regex_count == 0 && !__regex_program[5]) {
            while (at < __regex_length) {
                c = __regex_fold(__regex_text[at], __regex_program[2]);
                if (first[c / 8] >> c % 8 & 1)
                    break;
                at++;
            }
        }
        if (best < 0)
            __regex_add(__regex_program[1], at, at);
        if (__regex_from[0] >= 0 && (best < 0 || __regex_from[0] <= best)) {
            best = bounds[0] = __regex_from[0];
            bounds[1] = at;
        }
        others = __regex_count;
        if (at == __regex_length || (others == 0 && best >= 0))
            break;
        swap = list;
        list = __regex_list;
        __regex_list = swap;
        swap = from;
        from = __regex_from;
        __regex_from = swap;
    }
    free(memory);
    return best >= 0;
}

/* Marks with 2 the nodes at a place from which the match goes on to its end; those marked 1 can be reached. */
static void __regex_mark(unsigned char *now, const unsigned char *after, int at, int end) {
    int count = __regex_program[0], node, changed = 1;
    while (changed) {
        changed = 0;
        for (node = 0; node < count; node++) {
            const int *code = __regex_program + 16 + 4 * node;
            int goes = 0;
            if (now[node] != 1)
                continue;
            switch (code[0]) {
            case 'm': goes = at == end; break;
            case 'c':
            case 's': goes = at < end && after[code[2]] == 2 && __regex_takes(code, at); break;
            case '|': goes = now[code[2]] == 2 || now[code[3]] == 2; break;
            case 'a': goes = now[code[2]] == 2 && __regex_holds(code[1], at); break;
            default: goes = now[code[2]] == 2;
            }
            if (goes)
                now[node] = changed = 2;
        }
    }
}

/* The bounds of groups so far, as pairs of which that of the whole match is the first, and behind them those before the
   last repetition. */
static int *__regex_bounds;

/* Notes that the path through the automaton comes to a node. An optional group that matches nothing after it has
   matched leaves the bounds as they were. */
static void __regex_note(const int *node, int at) {
    int *pair = __regex_bounds + 2 * node[1] + 2, size = 2 * __regex_program[3] + 2;
    int *before = pair + size;
    if (node[0] == '(') {
        pair[0] = at;
        pair[1] = -1;
    } else if (node[0] == ')' || node[0] == ']') {
        if (pair[0] < at) {
            pair[1] = at;
            memcpy(__regex_bounds + size, __regex_bounds, size * sizeof(int));
        } else if (node[0] == ']' && before[0] != -1) {
            memcpy(__regex_bounds, __regex_bounds + size, size * sizeof(int));
        } else {
            pair[1] = at;
        }
    }
}

/* Which way a choice goes: the first that is possible, the second if the first was taken at this place already. */
static int __regex_choose(const int *node, const unsigned char *now, const unsigned char *passed) {
    if (now[node[2]] != 2 || (passed[node[2]] && now[node[3]] == 2))
        return node[3];
    return node[2];
}

/* The bounds of groups in the match, without back references. */
static void __regex_walk(int begin, int end) {
    int count = __regex_program[0], at, i, node;
    unsigned long row = count;
    unsigned char *marks = calloc(end - begin + 2, row), *passed = calloc(1, row);
    int *memory = malloc(2 * count * sizeof(int));
    __regex_list = memory;
    __regex_from = memory + count;
    for (i = 0; i < count; i++)
        __regex_from[i] = -1;
    for (at = begin; at <= end; at++) {
        unsigned char *now = marks + (at - begin) * row;
        __regex_count = 0;
        if (at == begin)
            __regex_add(__regex_program[1], at, 0);
        for (i = 0; i < count && at > begin; i++)
            if ((now - row)[i] && __regex_takes(__regex_program + 16 + 4 * i, at - 1))
                __regex_add(__regex_program[16 + 4 * i + 2], at, 0);
        for (i = 0; i < __regex_count; i++)
            now[__regex_list[i]] = 1;
        __regex_clear(__regex_from, __regex_list, __regex_count);
    }
    for (at = end; at >= begin; at--)
        __regex_mark(marks + (at - begin) * row, marks + (at + 1 - begin) * row, at, end);
    at = begin;
    node = __regex_program[1];
    while (node != 0) {
        const int *code = __regex_program + 16 + 4 * node;
        __regex_note(code, at);
        if (code[0] == 'c' || code[0] == 's') {
            at++;
            memset(passed, 0, row);
            node = code[2];
            continue;
        }
        passed[node] = 1;
        node = code[0] == '|' ? __regex_choose(code, marks + (at - begin) * row, passed) : code[2];
    }
    free(memory);
    free(passed);
    free(marks);
}

/* With back references: where the match must end, or -1 while the longest is looked for; and the longest. */
static int __regex_target;

static int __regex_longest;

/* By node, whether the path came through it at this place. */
static unsigned char *__regex_passed;

/* States at choices from which nothing more is to be found: place, node and the bounds that back references name; a
   table with `__regex_known_room` places, a power of two, and records of `__regex_known_width` numbers. */
static int *__regex_known;

static int __regex_known_count;

static int __regex_known_room;

static int __regex_known_width;

/* The place in the table of a record, or the free one for it. */
static int *__regex_lookup(const int *record) {
    unsigned hash = 1;
    int i, width = __regex_known_width;
    for (i = 0; i < width; i++)
        hash = (hash ^ record[i]) * 2654435761u + (hash >> 15);
    for (;; hash++) {
        int *at = __regex_known + (hash & (__regex_known_room - 1)) * (unsigned long)width;
        if (at[0] == 0 || memcmp(at, record, width * sizeof(int)) == 0)
            return at;
    }
}

static void __regex_know(const int *record) {
    int *old = __regex_known, room = __regex_known_room, width = __regex_known_width, i;
    if (2 * (__regex_known_count + 1) > room) {
        __regex_known_room = room ? room * 2 : 64;
        __regex_known = calloc(__regex_known_room, width * sizeof(int));
        for (i = 0; i < room; i++)
            if (old[i * width])
                memcpy(__regex_lookup(old + i * width), old + i * width, width * sizeof(int));
        free(old);
    }
    memcpy(__regex_lookup(record), record, width * sizeof(int));
    __regex_known_count++;
}

static void __regex_record(int *record, int node, int at) {
    int i, size = 2;
    record[0] = node;
    record[1] = at;
    for (i = 0; i < 9 && i < __regex_program[3]; i++) {
        if (__regex_program[4] & 1 << i) {
            record[size++] = __regex_bounds[2 * i + 2];
            record[size++] = __regex_bounds[2 * i + 3];
        }
    }
    __regex_known_width = size;
}

/* The length of what a back reference takes at a place, -1 if it does not fit. */
static int __regex_repeated(int group, int at) {
    int from = __regex_bounds[2 * group + 2], length = __regex_bounds[2 * group + 3] - from, i;
    if (from < 0 || length < 0 || at + length > __regex_length)
        return -1;
    for (i = 0; i < length; i++)
        if (__regex_fold(__regex_text[from + i], __regex_program[2])
            != __regex_fold(__regex_text[at + i], __regex_program[2]))
            return -1;
    return length;
}

/* A choice: the first way, then the second. */
static int __regex_branch(const int *code, int node, int at) {
    int record[20], known, found, second = __regex_passed[code[2]];
    unsigned long size = (4 * __regex_program[3] + 4) * sizeof(int), row = __regex_program[0];
    char *saved;
    __regex_record(record, node, at);
    known = __regex_known_room && __regex_lookup(record)[0];
    if (known && (__regex_target < 0 || !__regex_passed[node]))
        return 0;
    if (__regex_target < 0)
        __regex_know(record);
    __regex_passed[node] = 1;
    if (second && __regex_target >= 0)
        return __regex_try(code[3], at);
    saved = malloc(size + row);
    memcpy(saved, __regex_bounds, size);
    memcpy(saved + size, __regex_passed, row);
    found = __regex_try(code[2], at);
    if (!found) {
        memcpy(__regex_bounds, saved, size);
        memcpy(__regex_passed, saved + size, row);
        found = __regex_try(code[3], at);
    }
    free(saved);
    if (!found && !known && __regex_target >= 0)
        __regex_know(record);
    return found;
}

/* Follows the automaton from a node: 1 at the wanted end. */
static int __regex_try(int node, int at) {
    for (;;) {
        const int *code = __regex_program + 16 + 4 * node;
        int length = 0;
        __regex_note(code, at);
        switch (code[0]) {
        case 'm':
            if (at > __regex_longest)
                __regex_longest = at;
            return at == __regex_target;
        case '|': return __regex_branch(code, node, at);
        case 'a':
            if (!__regex_holds(code[1], at))
                return 0;
            break;
        case 'c':
        case 's':
            if (at == __regex_length || !__regex_takes(code, at))
                return 0;
            length = 1;
            break;
        case 'r':
            length = __regex_repeated(code[1], at);
            if (length < 0)
                return 0;
            break;
        }
        if (length > 0)
            memset(__regex_passed, 0, __regex_program[0]);
        else
            __regex_passed[node] = 1;
        at += length;
        node = code[2];
    }
}

/* One of the two passes with back references from a place. */
static int __regex_pass(int at, int target) {
    int i, found;
    for (i = 0; i < 4 * __regex_program[3] + 4; i++)
        __regex_bounds[i] = -1;
    memset(__regex_passed, 0, __regex_program[0]);
    __regex_known = 0;
    __regex_known_count = __regex_known_room = 0;
    __regex_target = target;
    found = __regex_try(__regex_program[1], at);
    free(__regex_known);
    return found;
}

static int __regex_search_repeated(int at, int *bounds) {
    __regex_longest = -1;
    __regex_passed = malloc(__regex_program[0]);
    for (; at <= __regex_length && __regex_longest < 0; at++) {
        __regex_pass(at, -1);
        bounds[0] = at;
    }
    bounds[1] = __regex_longest;
    if (__regex_longest >= 0)
        __regex_pass(bounds[0], __regex_longest);
    free(__regex_passed);
    return __regex_longest >= 0;
}

int regexec(const struct re_pattern_buffer *regex, const char *text, unsigned long count, int *matches, int flags) {
    int bounds[2] = {0, 0}, found, start = 0, groups, *pairs, *map;
    unsigned long i;
    if (flags & ~7)
        return 2; /* REG_BADPAT */
    __regex_program = *(int *const *)regex;
    __regex_text = (const unsigned char *)text;
    __regex_how = flags;
    if (flags & 4 /* REG_STARTEND */) {
        start = matches[0];
        __regex_length = matches[1];
    } else {
        __regex_length = strlen(text);
    }
    if (__regex_program[2] & 8 /* REG_NOSUB */)
        count = 0;
    groups = __regex_program[3];
    pairs = __regex_bounds = malloc((4 * groups + 4) * sizeof(int));
    for (i = 0; i < 4 * (unsigned long)groups + 4; i++)
        pairs[i] = -1;
    found = __regex_program[4] ? __regex_search_repeated(start, bounds) : __regex_search(start, bounds);
    if (found && count > 1 && groups > 0 && !__regex_program[4])
        __regex_walk(bounds[0], bounds[1]);
    map = (int *)__regex_program + 16 + 4 * __regex_program[0];
    for (i = 0; found && i < count; i++) {
        int from = i == 0 || i > (unsigned long)groups ? 0 : 2 * map[i - 1] + 2;
        matches[2 * i] = i > (unsigned long)groups ? -1 : i == 0 ? bounds[0] : pairs[from];
        matches[2 * i + 1] = i > (unsigned long)groups ? -1 : i == 0 ? bounds[1] : pairs[from + 1];
    }
    free(pairs);
    return !found;
}

unsigned long regerror(int code, const struct re_pattern_buffer *regex, char *out, unsigned long size) {
    static const char *const texts[17] = {
        "Success", "No match", "Invalid regular expression", "Invalid collation character",
        "Invalid character class name", "Trailing backslash", "Invalid back reference",
        "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{", "Invalid content of \\{\\}",
        "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
        "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)"};
    unsigned long length;
    (void)regex;
    if (code < 0 || code > 16)
        abort();
    length = strlen(texts[code]) + 1;
    if (size > 0) {
        unsigned long copied = length < size ? length : size;
        memcpy(out, texts[code], copied);
        out[copied - 1] = 0;
    }
    return length;
}

/* The table of `hcreate`, how many entries it holds and can hold. */
static struct entry *__hash_entries;

static unsigned long __hash_used;

static unsigned long __hash_room;

int hcreate(unsigned long count) {
    unsigned long factor;
    if (__hash_entries)
        return 0;
    /* As many entries as glibc takes: the next odd prime number. */
    for (__hash_room = (count < 3 ? 3 : count) | 1;; __hash_room += 2) {
        for (factor = 3; factor * factor <= __hash_room && __hash_room % factor; factor += 2)
            ;
        if (factor * factor > __hash_room)
            break;
    }
    __hash_used = 0;
    __hash_entries = calloc(__hash_room, sizeof(struct entry));
    return 1;
}

void hdestroy(void) {
    free(__hash_entries);
    __hash_entries = 0;
}

struct entry *hsearch(struct entry item, int action) {
    unsigned long hash = 5381, i;
    const char *c;
    if (!__hash_entries)
        __not_modelled("`hsearch` without `hcreate`");
    for (c = item.key; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    for (i = 0; i < __hash_room; i++) {
        struct entry *at = &__hash_entries[(hash + i) % __hash_room];
        if (at->key && strcmp(at->key, item.key) == 0)
            return at;
        if (at->key)
            continue;
        if (action == 0 /* FIND */)
            break;
        *at = item;
        __hash_used++;
        return at;
    }
    __set_errno(action == 0 ? 3 /* ESRCH */ : 12 /* ENOMEM */);
    return 0;
}

/* Nodes of trees have four words: the key, left, right, and whether the node is red. Insertion and removal balance them
   as glibc's do, because `twalk` shows the depths. */
static void **__tree_rotate(void **node, int side) {
    void **up = node[side];
    node[side] = up[3 - side];
    up[3 - side] = node;
    return up;
}

/* On the way down to the place of a new node: a node with two red ones below becomes red, and then two red nodes may
   follow each other, at `node` and `parent`. */
static void __tree_split(void **root, void ***parent_place, void ***grand_place, int parent_side, int grand_side,
                         int always) {
    void **node = *root, **left = node[1], **right = node[2], **parent, **grand;
    if (!always && !(left && right && left[3] && right[3]))
        return;
    node[3] = (void *)1;
    if (left)
        left[3] = 0;
    if (right)
        right[3] = 0;
    if (!parent_place || !(*parent_place)[3])
        return;
    parent = *parent_place;
    grand = *grand_place;
    grand[3] = (void *)1;
    if (parent_side != grand_side) {
        grand[grand_side] = __tree_rotate(parent, parent_side);
        node[3] = 0;
    } else {
        parent[3] = 0;
    }
    *grand_place = __tree_rotate(grand, grand_side);
}

void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *)) {
    void ***place = (void ***)root, ***parent_place = 0, ***grand_place = 0, **node;
    int side = 0, parent_side = 0, grand_side = 0;
    if (!root)
        return 0;
    if (*root)
        ((void **)*root)[3] = 0;
    while (*place) {
        int order = compare(key, (*place)[0]);
        node = *place;
        if (order == 0)
            return node;
        __tree_split((void **)place, parent_place, grand_place, parent_side, grand_side, 0);
        side = order < 0 ? 1 : 2;
        grand_place = parent_place;
        parent_place = place;
        grand_side = parent_side;
        parent_side = side;
        place = (void ***)&node[side];
    }
    node = malloc(4 * sizeof(void *));
    node[0] = (void *)key;
    node[1] = node[2] = 0;
    node[3] = (void *)1;
    *place = node;
    if (parent_place)
        __tree_split((void **)place, parent_place, grand_place, parent_side, grand_side, 1);
    return node;
}

void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *)) {
    void **node = root ? *root : 0;
    while (node) {
        int order = compare(key, node[0]);
        if (order == 0)
            break;
        node = node[order < 0 ? 1 : 2];
    }
    return node;
}

static int __tree_red(void *node) {
    return node && ((void **)node)[3];
}

/* One step of balancing, where the paths through `parent[side]` have lost a black node: the node from which to go on, or
   0 if it is done. The path holds the places of the nodes above. */
static void **__tree_balance(void ****path, int *depth, int side) {
    void ***place = path[*depth - 1], **parent = *place, **other = parent[3 - side], **near;
    if (__tree_red(other)) {
        other[3] = 0;
        parent[3] = (void *)1;
        *place = __tree_rotate(parent, 3 - side);
        path[*depth] = place = (void ***)&other[side];
        ++*depth;
        other = parent[3 - side];
    }
    if (!__tree_red(other[1]) && !__tree_red(other[2])) {
        other[3] = (void *)1;
        --*depth;
        return parent;
    }
    if (!__tree_red(other[3 - side])) {
        near = other[side];
        near[3] = parent[3];
        parent[3 - side] = __tree_rotate(other, side);
    } else {
        other[3] = parent[3];
        ((void **)other[3 - side])[3] = 0;
    }
    parent[3] = 0;
    *place = __tree_rotate(parent, 3 - side);
    *depth = 0;
    return 0;
}

void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *)) {
    void ***path[128], ***place = (void ***)root, **node, **gone, **child, *parent = root;
    int depth = 0, order;
    if (!root || !*root)
        return 0;
    while ((order = compare(key, (*place)[0])) != 0) {
        parent = *place;
        path[depth++] = place;
        place = (void ***)&(*place)[order < 0 ? 1 : 2];
        if (!*place)
            return 0;
    }
    node = gone = *place;
    /* A node with two below it gets the key of the next one, which is the one that goes. */
    if (node[1] && node[2]) {
        path[depth++] = place;
        for (place = (void ***)&node[2]; (*place)[1]; place = (void ***)&(*place)[1])
            path[depth++] = place;
        gone = *place;
        node[0] = gone[0];
    }
    child = gone[1] ? gone[1] : gone[2];
    *place = child;
    if (!gone[3]) {
        while (depth > 0 && !__tree_red(child))
            child = __tree_balance(path, &depth, (void **)(*path[depth - 1])[1] == child ? 1 : 2);
        if (child)
            child[3] = 0;
    }
    free(gone);
    return parent;
}

static void __tree_walk(void **node, void (*action)(const void *, int, int), int level) {
    if (!node[1] && !node[2]) {
        action(node, 3 /* leaf */, level);
        return;
    }
    action(node, 0 /* preorder */, level);
    if (node[1])
        __tree_walk(node[1], action, level + 1);
    action(node, 1 /* postorder */, level);
    if (node[2])
        __tree_walk(node[2], action, level + 1);
    action(node, 2 /* endorder */, level);
}

void twalk(const void *root, void (*action)(const void *, int, int)) {
    if (root && action)
        __tree_walk((void **)root, action, 0);
}

void tdestroy(void *root, void (*release)(void *)) {
    void **node = root;
    if (!node)
        return;
    tdestroy(node[1], release);
    tdestroy(node[2], release);
    release(node[0]);
    free(node);
}

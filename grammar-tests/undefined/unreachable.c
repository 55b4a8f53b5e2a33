// ubsan: execution reached an unreachable program point
// fault: 15
enum color { RED, GREEN, BLUE };

static int code(enum color color) {
    switch (color) {
        case RED: return 31;
        case GREEN: return 32;
        default: break;
    }
    __builtin_unreachable(); //~ undefined: undefined behaviour: `__builtin_unreachable()` was reached
}

int main(int argc, char **argv) {
    return code(argc > 0 ? BLUE : RED) == 32;
}

enum color { RED, GREEN = 5, BLUE, ALIAS = RED, NEXT = BLUE + 1, };
typedef enum { OFF, ON } state;
enum { SIZE = sizeof(int) * 2 };

int main(void)
{
    enum color c = BLUE;
    state s = ON;
    int a[SIZE];
    enum local { RED = 9 } l = RED;
    a[0] = c + s + l;
    switch (c) {
    case GREEN: return 1;
    case BLUE: return a[0];
    default: return NEXT;
    }
}

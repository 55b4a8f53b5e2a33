#include <stdio.h>

/* What a parcel costs: more if it is heavy, and more if it is urgent. */
int price(int weight, int is_urgent) {
    int base, extra;
    base = 5;
    if (weight > 10)
        base = 9;
    if (is_urgent)
        extra = 3;
    return base + extra;
}

int main(void) {
    int weight, is_urgent;
    scanf("%d %d", &weight, &is_urgent);
    printf("%d\n", price(weight, is_urgent));
    return 0;
}

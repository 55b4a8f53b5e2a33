#include <stdio.h>

/* A year is a leap year if it can be divided by 4 but not by 100,
   or if it can be divided by 400. */
int is_leap(int year) {
    return year % 4 == 0 || year % 100 != 0 || year % 400 == 0;
}

int main(void) {
    int year;
    scanf("%d", &year);
    if (is_leap(year))
        printf("%d is a leap year\n", year);
    else
        printf("%d is not a leap year\n", year);
    return 0;
}

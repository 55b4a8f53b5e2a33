#include <stdio.h>

/* Whether February has 29 days in that year. */
static int is_leap(int year)
{
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 0;
    return year % 4 == 0;
}

/* How many days a month has. */
static int days_in(int month, int year)
{
    int days = 31;
    if (month == 2)
        days = is_leap(year) ? 29 : 28;
    else if (month == 4 || month == 6 || month == 9 || month == 10)
        days = 30;
    return days;
}

int main(void)
{
    int month, year;
    if (scanf("%d %d", &month, &year) != 2)
        return 1;
    printf("%d days\n", days_in(month, year));
    return 0;
}

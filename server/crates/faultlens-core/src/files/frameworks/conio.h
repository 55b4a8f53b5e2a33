/* The console of DOS, as far as a program that only prints and reads needs it: keys come from standard input, and where
   and in which colour something is printed does not matter. */

#ifndef CONIO_H
#define CONIO_H

#include <stdio.h>

/* At the end of the input, a key is pressed all the same: programs wait for one before they end. */
static int getch(void) {
    int key = getchar();
    return key == EOF ? '\r' : key;
}

static int getche(void) {
    int key = getch();
    putchar(key);
    return key;
}

static int kbhit(void) {
    return 1;
}

static int putch(int key) {
    return putchar(key);
}

static int cputs(const char *text) {
    return fputs(text, stdout) == EOF;
}

static void clrscr(void) {}
static void clreol(void) {}
static void gotoxy(int x, int y) {}
static void textcolor(int colour) {}
static void textbackground(int colour) {}
static void textmode(int mode) {}
static int wherex(void) { return 1; }
static int wherey(void) { return 1; }

#define cprintf printf
#define cscanf scanf
#define _getch getch
#define _getche getche
#define _kbhit kbhit
#define _putch putch
#define _cputs cputs

#endif

// none: conversion to a narrower type is defined by the implementation
// ours: none
#include <stdio.h>

int main(void)
{
    int wide = 300;
    signed char narrow = wide;
    unsigned big = 4000000000u;
    int small = big;
    unsigned wraps = 0;
    wraps--;
    printf("%d %d %u\n", narrow, small, wraps);
    return 0;
}

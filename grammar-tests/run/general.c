#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int numbers[] = {5, 3, 9, -1, 7}, key = 7, i;
    int *found;
    div_t a = div(-17, 5);
    ldiv_t b = ldiv(17l, -5l);
    lldiv_t c = lldiv(-17ll, -5ll);
    imaxdiv_t d = imaxdiv(100, 7);
    void *block;
    char *text;
    int (*absolute)(int) = abs;
    qsort(numbers, 5, sizeof *numbers, compare);
    for (i = 0; i < 5; i++)
        printf("%d ", numbers[i]);
    found = bsearch(&key, numbers, 5, sizeof *numbers, compare);
    printf("%d\n", (int)(found - numbers));
    printf("%d %d %ld %ld %lld %lld %jd %jd\n", a.quot, a.rem, b.quot, b.rem, c.quot, c.rem, d.quot, d.rem);
    printf("%d %ld %lld %jd %d\n", abs(-3), labs(-4l), llabs(-5ll), imaxabs(-6), absolute(-7));
    printf("%d %ld %lld %g\n", atoi(" 12x"), atol("-34"), atoll("56"), atof("7.8e1"));
    printf("%lld %llu %jd %ju\n", strtoll("-9", NULL, 0), strtoull("0x9", NULL, 0), strtoimax("1", NULL, 2),
           strtoumax("11", NULL, 2));
    printf("%d\n", getenv("FAULTLENS_NO_SUCH_VARIABLE") == NULL);
    block = aligned_alloc(64, 128);
    memset(block, 1, 128);
    free(block);
    printf("%d ", posix_memalign(&block, 3, 10));
    printf("%d\n", posix_memalign(&block, 16, 10));
    free(block);
    block = reallocarray(NULL, 3, 5);
    block = realloc(block, 100);
    free(block);
    block = calloc(3, 4);
    printf("%d\n", ((char *)block)[11]);
    free(block);
    printf("%d ", asprintf(&text, "%d-%s", 12, "ab"));
    printf("%s\n", text);
    free(text);
    printf("%" PRId64 " %" PRIx8 " %" PRIuMAX " %" PRIdPTR "\n", INT64_MIN, (uint8_t)200, UINTMAX_MAX, (intptr_t)-1);
    return EXIT_SUCCESS;
}

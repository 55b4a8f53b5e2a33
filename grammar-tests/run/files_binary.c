#include <stdio.h>
#include <string.h>

struct point {
    char name;
    int x, y;
    double weight;
};

int main(void) {
    struct point out[3] = {{'a', 1, -2, 0.5}, {'b', 3, 4, 1e100}, {'c', -5, 6, -0.0}}, in[4];
    unsigned char raw[10];
    size_t n, i;
    FILE *f = fopen("points", "wb");
    printf("%zu\n", fwrite(out, sizeof out[0], 3, f));
    printf("%ld\n", ftell(f));
    fclose(f);
    f = fopen("points", "rb");
    memset(in, 0, sizeof in);
    n = fread(in, sizeof in[0], 4, f);
    printf("%zu %d %d\n", n, feof(f) != 0, ferror(f));
    for (i = 0; i < n; i++)
        printf("%c %d %d %g\n", in[i].name, in[i].x, in[i].y, in[i].weight);
    fseek(f, 4, SEEK_SET);
    n = fread(raw, 1, sizeof raw, f);
    for (i = 0; i < n; i++)
        printf("%02x ", raw[i]);
    printf("%zu %zu\n", fread(raw, 0, 5, f), fread(raw, 5, 0, f));
    fclose(f);
    fwrite("to the user\n", 1, 12, stdout);
    return 0;
}

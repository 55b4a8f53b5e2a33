// asan: global-buffer-overflow
// fault: 12
static int limits[4] = {400, 500, 640, 740};

static int limit(int i)
{
    return limits[i]; //~ undefined: global-buffer-overflow: read of 4 bytes at byte 16 of `limits`, which has 16 bytes
}

int main(void)
{
    return limit(4);
}

/* Streams in memory are temporary files, whose text is copied when they are flushed. Of each: the next one, the file, where
   the address of the text and its length are stored, the last copy (of `fmemopen`: the greatest length so far), and the
   buffer of `fmemopen` with its size. */
static void **__memory_streams;

static void *__memory_stream(char **text, unsigned long *length, char *buffer, unsigned long size) {
    void **stream = malloc(7 * sizeof(void *));
    stream[0] = __memory_streams;
    stream[1] = tmpfile();
    stream[2] = text;
    stream[3] = length;
    stream[4] = 0;
    stream[5] = buffer;
    stream[6] = (void *)size;
    __memory_streams = stream;
    return stream[1];
}

void *open_memstream(char **text, unsigned long *length) { return __memory_stream(text, length, 0, 0); }

void *fmemopen(void *buffer, unsigned long size, const char *mode) {
    void *file;
    if (*mode == 'a' || (*mode == 'r' && strchr(mode, '+')))
        __not_modelled("this mode of `fmemopen`");
    if (*mode == 'w')
        return __memory_stream(0, 0, buffer, size);
    file = tmpfile();
    fwrite(buffer, 1, size, file);
    rewind(file);
    return file;
}

static void __memory_update(void **stream) {
    void *file = stream[1];
    long at = ftell(file), length, copied;
    char *text;
    __fflush_now(file);
    fseek(file, 0, 2);
    length = stream[2] ? at : ftell(file);
    copied = length;
    text = malloc(length + 1);
    rewind(file);
    fread(text, 1, length, file);
    fseek(file, at, 0);
    text[length] = 0;
    if (stream[2]) {
        free(stream[4]);
        stream[4] = text;
        *(char **)stream[2] = text;
        *(unsigned long *)stream[3] = length;
        return;
    }
    if (copied >= (long)stream[6])
        __not_modelled("more text than the buffer of `fmemopen` holds");
    if (stream[5] && length > (long)stream[4]) {
        memcpy(stream[5], text, length + 1);
        stream[4] = (void *)length;
    } else if (stream[5]) {
        memcpy(stream[5], text, length);
    }
    free(text);
}

int __memory_fflush(void *file) {
    void **stream;
    for (stream = __memory_streams; stream; stream = stream[0])
        if (!file || stream[1] == file)
            __memory_update(stream);
    return __fflush_now(file);
}

int __memory_fclose(void *file) {
    void **stream, **before = 0;
    for (stream = __memory_streams; stream; before = stream, stream = stream[0]) {
        if (stream[1] != file)
            continue;
        __memory_update(stream);
        if (before)
            before[0] = stream[0];
        else
            __memory_streams = stream[0];
        free(stream);
        break;
    }
    return __fclose_now(file);
}

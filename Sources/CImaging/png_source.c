#include "png_source.h"

#include <stdbool.h>
#include <string.h>

void png_source_begin(struct png_source *s, const uint8_t *bytes, size_t count) {
    s->bytes = bytes;
    s->count = count;
    s->at = 0;
    s->passing = count < 8 ? count : 8;
}

/// Moves to the next chunk worth passing on. False at the end.
static bool next_chunk(struct png_source *s) {
    while (s->count - s->at >= 8) {
        const uint8_t *p = s->bytes + s->at;
        size_t length = (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
        size_t left = s->count - s->at, whole = length + 12;
        if (whole > left) whole = left;
        bool ancillary = (p[4] & 0x20) != 0;
        if (!ancillary || memcmp(p + 4, "tRNS", 4) == 0) {
            s->passing = whole;
            return true;
        }
        s->at += whole;
    }
    return false;
}

int png_source_read(spng_ctx *ctx, void *user, void *to, size_t length) {
    (void)ctx;
    struct png_source *s = user;
    uint8_t *out = to;
    while (length > 0) {
        if (s->passing == 0 && !next_chunk(s)) return SPNG_IO_EOF;
        size_t n = length < s->passing ? length : s->passing;
        memcpy(out, s->bytes + s->at, n);
        s->at += n;
        s->passing -= n;
        out += n;
        length -= n;
    }
    return 0;
}

#include "jpeg_scans.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cimaging.h"

struct frame {
    bool is_progressive;
    uint32_t count, most_across, most_down;
    uint8_t ids[4], across[4], down[4];
};

/// Reads a frame's header of `length` bytes after its length. False when it is of no use.
static bool read_frame(struct frame *f, const uint8_t *bytes, size_t length) {
    if (length < 6 || bytes[5] > 4 || length < 6 + 3 * (size_t)bytes[5]) return false;
    f->count = bytes[5];
    for (uint32_t i = 0; i < f->count; i++) {
        f->ids[i] = bytes[6 + 3 * i];
        f->across[i] = bytes[7 + 3 * i] >> 4;
        f->down[i] = bytes[7 + 3 * i] & 15;
        if (!f->across[i] || !f->down[i]) return false;
        if (f->across[i] > f->most_across) f->most_across = f->across[i];
        if (f->down[i] > f->most_down) f->most_down = f->down[i];
    }
    return true;
}

/// Whether a decode at 1/8 reads the scan: its averages, and all of a component that is stored at half size in both
/// directions, which the library decodes at 2/8 instead of doubling its pixels.
static bool is_read(const struct frame *f, const uint8_t *header, size_t length) {
    if (header[length - 3] == 0) return true;
    for (uint32_t i = 0; i < f->count; i++)
        if (f->ids[i] == header[1] && f->most_across % (f->across[i] * 2u) == 0 && f->most_down % (f->down[i] * 2u) == 0)
            return true;
    return false;
}

size_t jpeg_averages(const uint8_t *bytes, size_t count, uint8_t **out) {
    *out = NULL;
    uint8_t *kept = NULL;
    size_t length = 0, at = 2;
    bool skipped = false;
    struct frame frame = {0};
    for (;;) {
        size_t marker = imaging_jpeg_next_marker(bytes, count, at);
        if (marker + 2 > count) break;
        uint8_t kind = bytes[marker + 1];
        if (kind == 0xD9) {
            if (!skipped || !kept) break;
            memcpy(kept + length, bytes + marker, 2);
            *out = kept;
            return length + 2;
        }
        if (kind <= 1 || kind == 0xD8) {
            at = marker + 2;
            continue;
        }
        if (marker + 4 > count) break;
        size_t segment = (size_t)bytes[marker + 2] << 8 | bytes[marker + 3], end = marker + 2 + segment;
        if (segment < 2 || end > count) break;
        bool keep = true;
        const uint8_t *header = bytes + marker + 4;
        if (kind == 0xC2 || kind == 0xCA) {
            if (frame.is_progressive || !read_frame(&frame, header, segment - 2)) break;
            frame.is_progressive = true;
        }
        if (kind == 0xDA) {
            if (!frame.is_progressive || segment < 8) break;
            keep = is_read(&frame, header, segment - 2);
            end = imaging_jpeg_next_marker(bytes, count, end);
        }
        if (!kept) {
            kept = malloc(count);
            if (!kept) return 0;
            kept[0] = 0xFF;
            kept[1] = 0xD8;
            length = 2;
        }
        if (keep) {
            memcpy(kept + length, bytes + marker, end - marker);
            length += end - marker;
        } else {
            skipped = true;
        }
        at = end;
    }
    free(kept);
    return 0;
}

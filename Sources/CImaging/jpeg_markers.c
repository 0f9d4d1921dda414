#include <string.h>

#include "cimaging.h"

size_t imaging_jpeg_next_marker(const uint8_t *bytes, size_t count, size_t from) {
    while (from < count) {
        const uint8_t *hit = memchr(bytes + from, 0xFF, count - from);
        if (!hit) return count;
        from = (size_t)(hit - bytes);
        if (from + 1 >= count) return count;
        uint8_t next = bytes[from + 1];
        if (next == 0xFF) {
            from += 1;
        } else if (next == 0 || (next >= 0xD0 && next <= 0xD7)) {
            from += 2;
        } else {
            return from;
        }
    }
    return count;
}

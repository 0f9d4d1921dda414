#pragma once
#include <stddef.h>
#include <stdint.h>

/// Lays RGBA on the background, on the stored (gamma-encoded) values as browsers and picture editors do. `out` may be
/// `in`.
static inline void lay_on_background(const uint8_t *in, uint8_t *out, size_t pixels, const uint8_t background[3]) {
    for (size_t i = 0; i < pixels; i++, in += 4, out += 3) {
        uint32_t a = in[3];
        for (int c = 0; c < 3; c++) out[c] = (uint8_t)((in[c] * a + background[c] * (255 - a) + 127) / 255);
    }
}

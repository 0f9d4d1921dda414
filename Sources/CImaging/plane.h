#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plane_span {
    /// First sample of a result column, and the weights of the first, of each whole one and of the last.
    uint32_t first, first_weight, whole, last_weight;
};

/// The box filter of area.h for one plane of samples that comes in tiles, in any order, and may also have to grow. Sums are
/// whole numbers, at most 65,535^3 and so under a double's 2^53: whatever thread adds what, the last bit is the same.
struct plane {
    /// Of the picture, in pixels; a sample covers `across` columns and `down` rows of it, the last ones perhaps less.
    uint32_t in_width, in_height, across, down;
    uint32_t out_width, out_height;
    double *totals;
    uint32_t *sums;
    struct plane_span *spans;
    /// A row laid on the background.
    uint16_t *blended;
};

/// A rectangle of samples of 8 bits, or of more in 16-bit words of this machine.
struct samples {
    const uint8_t *first;
    size_t stride;
    uint32_t width, height;
    uint32_t bits;
};

/// What samples are laid on first: a byte of alpha for each pixel of the picture, and a sample value.
struct backdrop {
    const uint8_t *alpha;
    size_t stride;
    uint32_t value;
};

/// No side over 65,535. False without memory. Call plane_end in either case.
bool plane_begin(struct plane *p, uint32_t in_width, uint32_t in_height, uint32_t across, uint32_t down,
                 uint32_t out_width, uint32_t out_height);
/// Adds what of the tile lies inside the plane when its first sample stands at (x, y), counted in samples. `backdrop` may be null.
void plane_add(struct plane *p, const struct samples *tile, int32_t x, int32_t y, const struct backdrop *backdrop);
/// Adds what another thread collected.
void plane_merge(struct plane *p, const struct plane *other);
void plane_end(struct plane *p);

#pragma once
#include <stdbool.h>
#include <stdint.h>

/// A box filter with exact coverage. In units where a source pixel is `out` wide and a result pixel is `in` wide every
/// overlap is a whole number, so sums are exact (below 255 * 2^36, far under a double's 2^53) and rounded once.
struct area_span {
    /// First source pixel of a result pixel, weight of the first, count of whole ones after it, weight of the last.
    uint32_t first, first_weight, whole, last_weight;
};

struct area {
    uint32_t in_width, in_height, out_width, out_height;
    bool scattered;
    uint32_t in_row, out_row;
    struct area_span *spans;
    /// Of rows in their order: for each source column and colour, the sum of the rows under the result row.
    uint32_t *columns;
    /// Of scattered rows: the whole result, and one row of sums.
    double *totals;
    uint32_t *sums;
    uint8_t *out;
};

/// `scattered`: rows come in any order and hold only every so many pixels (Adam7). False without memory. Call area_end in
/// either case.
bool area_begin(struct area *a, uint32_t in_width, uint32_t in_height, uint8_t *out, uint32_t out_width,
                uint32_t out_height, bool scattered);
/// The next row from the top.
void area_add(struct area *a, const uint8_t *rgb);
/// `count` pixels of row `row` that stand at column `start` and every `step` after it.
void area_scatter(struct area *a, const uint8_t *rgb, uint32_t row, uint32_t start, uint32_t step, uint32_t count);
/// Writes the result of scattered rows.
void area_finish(struct area *a);
void area_end(struct area *a);

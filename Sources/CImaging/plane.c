#include "plane.h"

#include <stdlib.h>
#include <string.h>

bool plane_begin(struct plane *p, uint32_t in_width, uint32_t in_height, uint32_t across, uint32_t down,
                 uint32_t out_width, uint32_t out_height) {
    memset(p, 0, sizeof *p);
    if (!in_width || !in_height || !across || !down || !out_width || !out_height) return false;
    if (in_width > 65535 || in_height > 65535 || out_width > 65535 || out_height > 65535) return false;
    p->in_width = in_width;
    p->in_height = in_height;
    p->across = across;
    p->down = down;
    p->out_width = out_width;
    p->out_height = out_height;
    p->totals = calloc((size_t)out_width * out_height, sizeof *p->totals);
    p->sums = malloc(out_width * sizeof *p->sums);
    p->spans = malloc(out_width * sizeof *p->spans);
    p->blended = malloc(in_width * sizeof *p->blended);
    return p->totals && p->sums && p->spans && p->blended;
}

void plane_end(struct plane *p) {
    free(p->totals);
    free(p->sums);
    free(p->spans);
    free(p->blended);
    memset(p, 0, sizeof *p);
}

void plane_merge(struct plane *p, const struct plane *other) {
    for (size_t i = 0; i < (size_t)p->out_width * p->out_height; i++) p->totals[i] += other->totals[i];
}

/// The part of result cell `out` that source cells `from...to` (the last excluded) cover, in cells of a scale where a source
/// cell is `outs` long and a result cell `ins`.
static struct plane_span span(uint32_t out, uint32_t from, uint32_t to, uint64_t ins, uint64_t outs) {
    uint64_t start = out * ins, end = start + ins;
    if (start < from * outs) start = from * outs;
    if (end > to * outs) end = to * outs;
    uint32_t first = (uint32_t)(start / outs), last = (uint32_t)((end - 1) / outs);
    if (first == last) return (struct plane_span){first - from, (uint32_t)(end - start), 0, 0};
    return (struct plane_span){first - from, (uint32_t)((first + 1) * outs - start), last - first - 1,
                               (uint32_t)(end - last * outs)};
}

#define SUM_ROW(name, type)                                                                                            \
    static void name(const struct plane *p, const type *row, uint32_t count) {                                        \
        uint32_t unit = p->out_width * p->across;                                                                      \
        for (uint32_t i = 0; i < count; i++) {                                                                         \
            struct plane_span s = p->spans[i];                                                                         \
            const type *in = row + s.first;                                                                            \
            uint32_t whole = 0;                                                                                        \
            for (uint32_t k = 1; k <= s.whole; k++) whole += in[k];                                                    \
            uint32_t sum = in[0] * s.first_weight + whole * unit;                                                      \
            if (s.last_weight) sum += in[s.whole + 1] * s.last_weight;                                                 \
            p->sums[i] = sum;                                                                                          \
        }                                                                                                              \
    }
SUM_ROW(sum_bytes, uint8_t)
SUM_ROW(sum_words, uint16_t)

/// `row` of the tile from column `skip` on, laid on the backdrop; (x, y) is its first sample's place in the plane.
static const uint16_t *blend(const struct plane *p, const struct samples *tile, uint32_t row, uint32_t skip, uint32_t x,
                             uint32_t y, uint32_t count, const struct backdrop *b) {
    const uint8_t *bytes = tile->first + row * tile->stride;
    const uint16_t *words = (const uint16_t *)(const void *)bytes;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t alpha = 0;
        for (uint32_t dy = 0; dy < p->down; dy++)
            for (uint32_t dx = 0; dx < p->across; dx++) {
                uint32_t ax = (x + i) * p->across + dx, ay = y * p->down + dy;
                if (ax >= p->in_width) ax = p->in_width - 1;
                if (ay >= p->in_height) ay = p->in_height - 1;
                alpha += b->alpha[ay * b->stride + ax];
            }
        uint32_t most = 255 * p->across * p->down;
        uint32_t sample = tile->bits > 8 ? words[skip + i] : bytes[skip + i];
        p->blended[i] = (uint16_t)((sample * alpha + b->value * (most - alpha) + most / 2) / most);
    }
    return p->blended;
}

void plane_add(struct plane *p, const struct samples *tile, int32_t x, int32_t y, const struct backdrop *backdrop) {
    uint32_t columns = (p->in_width + p->across - 1) / p->across, rows = (p->in_height + p->down - 1) / p->down;
    int64_t left = x < 0 ? 0 : x, top = y < 0 ? 0 : y;
    int64_t right = (int64_t)x + tile->width, bottom = (int64_t)y + tile->height;
    if (right > columns) right = columns;
    if (bottom > rows) bottom = rows;
    if (left >= right || top >= bottom) return;
    uint32_t from = (uint32_t)left, to = (uint32_t)right, skip = (uint32_t)(left - x);
    uint64_t unit = (uint64_t)p->out_width * p->across, height = (uint64_t)p->out_height * p->down;
    uint64_t edge = to * unit, all = (uint64_t)p->in_width * p->out_width;
    uint32_t first = (uint32_t)(from * unit / p->in_width);
    uint32_t last = (uint32_t)(((edge < all ? edge : all) - 1) / p->in_width), count = last - first + 1;
    for (uint32_t i = 0; i < count; i++) p->spans[i] = span(first + i, from, to, p->in_width, unit);
    for (uint32_t line = (uint32_t)top; line < (uint32_t)bottom; line++) {
        uint32_t row = (uint32_t)(line - (int64_t)y);
        const uint8_t *bytes = tile->first + row * tile->stride;
        if (backdrop)
            sum_words(p, blend(p, tile, row, skip, from, line, to - from, backdrop), count);
        else if (tile->bits > 8)
            sum_words(p, (const uint16_t *)(const void *)bytes + skip, count);
        else
            sum_bytes(p, bytes + skip, count);
        uint64_t start = line * height, end = start + height, bottom_edge = (uint64_t)p->in_height * p->out_height;
        if (end > bottom_edge) end = bottom_edge;
        for (uint64_t out = start / p->in_height; out * p->in_height < end; out++) {
            uint64_t cell = out * p->in_height, until = cell + p->in_height;
            double weight = (double)((until < end ? until : end) - (cell > start ? cell : start));
            double *totals = p->totals + out * p->out_width + first;
            for (uint32_t i = 0; i < count; i++) totals[i] += weight * (double)p->sums[i];
        }
    }
}

#include "area.h"

#include <stdlib.h>
#include <string.h>

#include "cimaging.h"

bool area_begin(struct area *a, uint32_t in_width, uint32_t in_height, uint8_t *out, uint32_t out_width,
                uint32_t out_height, bool scattered) {
    memset(a, 0, sizeof *a);
    if (out_width == 0 || out_height == 0 || out_width > in_width || out_height > in_height) return false;
    a->in_width = in_width;
    a->in_height = in_height;
    a->out_width = out_width;
    a->out_height = out_height;
    a->out = out;
    a->scattered = scattered;
    size_t samples = (size_t)out_width * 3;
    if (scattered) {
        a->totals = calloc(samples * out_height, sizeof *a->totals);
        a->sums = malloc(samples * sizeof *a->sums);
        return a->totals && a->sums;
    }
    a->columns = calloc((size_t)in_width * 3, sizeof *a->columns);
    a->spans = malloc(out_width * sizeof *a->spans);
    if (!a->columns || !a->spans) return false;
    for (uint32_t x = 0; x < out_width; x++) {
        uint64_t start = (uint64_t)x * in_width, end = start + in_width;
        uint32_t first = (uint32_t)(start / out_width), last = (uint32_t)((end - 1) / out_width);
        struct area_span *s = &a->spans[x];
        s->first = first;
        if (first == last) {
            *s = (struct area_span){first, in_width, 0, 0};
        } else {
            s->first_weight = (uint32_t)((uint64_t)(first + 1) * out_width - start);
            s->whole = last - first - 1;
            s->last_weight = (uint32_t)(end - (uint64_t)last * out_width);
        }
    }
    return true;
}

/// Adds a source row to the columns' sums. Weights of the rows under one result row add up to `in_height`, so that a sum
/// stays below 255 * in_height.
static inline __attribute__((always_inline)) void add_samples(uint32_t *restrict sums, const uint8_t *restrict row,
                                                              size_t count, uint32_t weight) {
    for (size_t i = 0; i < count; i++) sums[i] += row[i] * weight;
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void add_wide(uint32_t *sums, const uint8_t *row, size_t count, uint32_t weight) {
    add_samples(sums, row, count, weight);
}
#endif

static void add_row(struct area *a, const uint8_t *rgb, uint32_t weight) {
    size_t count = (size_t)a->in_width * 3;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        add_wide(a->columns, rgb, count, weight);
        return;
    }
#endif
    add_samples(a->columns, rgb, count, weight);
}

/// A result row from the columns' sums.
static void write_columns(struct area *a, uint8_t *out) {
    double scale = 1.0 / ((double)a->in_width * a->in_height);
    uint64_t unit = a->out_width;
    for (uint32_t x = 0; x < a->out_width; x++, out += 3) {
        struct area_span s = a->spans[x];
        const uint32_t *p = a->columns + (size_t)s.first * 3;
        uint64_t r = (uint64_t)p[0] * s.first_weight, g = (uint64_t)p[1] * s.first_weight;
        uint64_t b = (uint64_t)p[2] * s.first_weight;
        p += 3;
        if (s.whole) {
            uint64_t whole_r = 0, whole_g = 0, whole_b = 0;
            for (uint32_t i = 0; i < s.whole; i++, p += 3) {
                whole_r += p[0];
                whole_g += p[1];
                whole_b += p[2];
            }
            r += whole_r * unit;
            g += whole_g * unit;
            b += whole_b * unit;
        }
        if (s.last_weight) {
            r += (uint64_t)p[0] * s.last_weight;
            g += (uint64_t)p[1] * s.last_weight;
            b += (uint64_t)p[2] * s.last_weight;
        }
        out[0] = (uint8_t)(int32_t)((double)(int64_t)r * scale + 0.5);
        out[1] = (uint8_t)(int32_t)((double)(int64_t)g * scale + 0.5);
        out[2] = (uint8_t)(int32_t)((double)(int64_t)b * scale + 0.5);
    }
}

void area_add(struct area *a, const uint8_t *rgb) {
    size_t samples = (size_t)a->out_width * 3;
    if (a->in_row >= a->in_height) return;
    if (a->in_width == a->out_width && a->in_height == a->out_height) {
        memcpy(a->out + a->in_row++ * samples, rgb, samples);
        return;
    }
    uint64_t start = (uint64_t)a->in_row * a->out_height, end = start + a->out_height;
    uint64_t edge = (uint64_t)(a->out_row + 1) * a->in_height;
    add_row(a, rgb, (uint32_t)((end < edge ? end : edge) - start));
    if (end >= edge) {
        write_columns(a, a->out + a->out_row * samples);
        a->out_row++;
        memset(a->columns, 0, (size_t)a->in_width * 3 * sizeof *a->columns);
        if (end > edge) add_row(a, rgb, (uint32_t)(end - edge));
    }
    a->in_row++;
}

static void add_sums(const struct area *a, double *totals, uint32_t weight) {
    double w = weight;
    for (size_t i = 0; i < (size_t)a->out_width * 3; i++) totals[i] += w * (double)(int32_t)a->sums[i];
}

static void write_row(const struct area *a, const double *totals, uint8_t *out) {
    double scale = 1.0 / ((double)a->in_width * a->in_height);
    for (size_t i = 0; i < (size_t)a->out_width * 3; i++) out[i] = (uint8_t)(int32_t)(totals[i] * scale + 0.5);
}

void area_scatter(struct area *a, const uint8_t *rgb, uint32_t row, uint32_t start, uint32_t step, uint32_t count) {
    size_t samples = (size_t)a->out_width * 3;
    if (row >= a->in_height) return;
    memset(a->sums, 0, samples * sizeof *a->sums);
    uint64_t column = start;
    for (uint32_t i = 0; i < count && column < a->in_width; i++, column += step, rgb += 3) {
        uint64_t from = column * a->out_width, to = from + a->out_width;
        uint32_t x = (uint32_t)(from / a->in_width);
        uint64_t edge = (uint64_t)(x + 1) * a->in_width;
        uint32_t here = (uint32_t)((to < edge ? to : edge) - from), next = (uint32_t)(to > edge ? to - edge : 0);
        uint32_t *s = a->sums + (size_t)x * 3;
        for (int c = 0; c < 3; c++) s[c] += rgb[c] * here;
        if (next)
            for (int c = 0; c < 3; c++) s[c + 3] += rgb[c] * next;
    }
    uint64_t from = (uint64_t)row * a->out_height, to = from + a->out_height;
    uint32_t y = (uint32_t)(from / a->in_height);
    uint64_t edge = (uint64_t)(y + 1) * a->in_height;
    add_sums(a, a->totals + y * samples, (uint32_t)((to < edge ? to : edge) - from));
    if (to > edge) add_sums(a, a->totals + (y + 1) * samples, (uint32_t)(to - edge));
}

void area_finish(struct area *a) {
    size_t samples = (size_t)a->out_width * 3;
    for (uint32_t y = 0; y < a->out_height; y++) write_row(a, a->totals + y * samples, a->out + y * samples);
}

void area_end(struct area *a) {
    free(a->columns);
    free(a->spans);
    free(a->totals);
    free(a->sums);
    memset(a, 0, sizeof *a);
}

bool imaging_area_shrink(const uint8_t *rgb, uint32_t width, uint32_t height, uint8_t *out, uint32_t out_width,
                         uint32_t out_height) {
    struct area a;
    bool ready = area_begin(&a, width, height, out, out_width, out_height, false);
    for (uint32_t y = 0; ready && y < height; y++) area_add(&a, rgb + (size_t)y * width * 3);
    area_end(&a);
    return ready;
}

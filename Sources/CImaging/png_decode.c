#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spng.h>

#include "area.h"
#include "blend.h"
#include "cimaging.h"
#include "clock.h"
#include "png_source.h"

struct session {
    spng_ctx *spng;
    const struct imaging_png_request *request;
    struct imaging_result *result;
    struct png_source source;
    struct spng_ihdr header;
    struct area area;
    bool has_alpha;
    uint8_t *row;
    size_t row_bytes;
    struct stopwatch watch;
};

static bool fail(struct session *s, enum imaging_status status, const char *message) {
    s->result->status = status;
    snprintf(s->result->message, sizeof s->result->message, "%s", message);
    return false;
}

static bool fail_spng(struct session *s, int code) {
    enum imaging_status status = code == SPNG_EMEM ? IMAGING_NO_MEMORY : IMAGING_DAMAGED;
    return fail(s, status, spng_strerror(code));
}

static bool overdue(const struct session *s) { return stopwatch_is_over(&s->watch, &s->request->limits); }

static bool set_up(struct session *s, const uint8_t *bytes, size_t count, uint8_t *out) {
    const struct imaging_png_request *q = s->request;
    s->spng = spng_ctx_new(0);
    if (!s->spng) return fail(s, IMAGING_NO_MEMORY, "no memory to read it");
    png_source_begin(&s->source, bytes, count);
    spng_set_image_limits(s->spng, q->width, q->height);
    spng_set_crc_action(s->spng, SPNG_CRC_ERROR, SPNG_CRC_DISCARD);
    int code = spng_set_png_stream(s->spng, png_source_read, &s->source);
    if (!code) code = spng_get_ihdr(s->spng, &s->header);
    if (code) return fail_spng(s, code);
    if (s->header.width != q->width || s->header.height != q->height)
        return fail(s, IMAGING_DAMAGED, "two headers disagree on its size");
    struct spng_trns trns;
    s->has_alpha = (s->header.color_type & 4) != 0 || spng_get_trns(s->spng, &trns) == 0;
    int flags = SPNG_DECODE_PROGRESSIVE | (s->has_alpha ? SPNG_DECODE_TRNS : 0);
    code = spng_decode_image(s->spng, NULL, 0, s->has_alpha ? SPNG_FMT_RGBA8 : SPNG_FMT_RGB8, flags);
    if (code) return fail_spng(s, code);
    s->row_bytes = (size_t)q->width * (s->has_alpha ? 4 : 3);
    s->row = malloc(s->row_bytes);
    if (!s->row) return fail(s, IMAGING_NO_MEMORY, "no memory for a row");
    bool interlaced = s->header.interlace_method != 0;
    if (interlaced && (uint64_t)q->out_width * q->out_height * 3 * sizeof(double) > q->limits.memory_bytes)
        return fail(s, IMAGING_LIMIT, "an interlaced picture of its size needs more memory than is allowed");
    if (!area_begin(&s->area, q->width, q->height, out, q->out_width, q->out_height, interlaced))
        return fail(s, IMAGING_NO_MEMORY, "no memory to shrink it");
    return true;
}

static bool read_rows(struct session *s) {
    const struct imaging_png_request *q = s->request;
    uint32_t y = 0;
    int code = 0;
    for (; y < q->height && code == 0; y++) {
        if (y % 32 == 0 && overdue(s)) return fail(s, IMAGING_LIMIT, "it takes longer than is allowed");
        code = spng_decode_row(s->spng, s->row, s->row_bytes);
        if (code && code != SPNG_EOI) break;
        if (s->has_alpha) lay_on_background(s->row, s->row, q->width, q->background);
        area_add(&s->area, s->row);
    }
    s->result->good_rows = y;
    if (y < q->height) s->result->damage = code == SPNG_IO_EOF || code == SPNG_EOI ? IMAGING_CUT_SHORT : IMAGING_GARBLED;
    if (code && code != SPNG_EOI)
        snprintf(s->result->message, sizeof s->result->message, "%s", spng_strerror(code));
    for (uint32_t x = 0; y < q->height && x < q->width; x++) memcpy(s->row + (size_t)x * 3, q->background, 3);
    for (; y < q->height; y++) area_add(&s->area, s->row);
    return true;
}

static const uint8_t first_column[7] = {0, 4, 0, 2, 0, 1, 0}, column_step[7] = {8, 8, 4, 4, 2, 2, 1};

static bool read_interlaced(struct session *s) {
    const struct imaging_png_request *q = s->request;
    int code = 0;
    for (uint32_t n = 0; code == 0; n++) {
        if (n % 32 == 0 && overdue(s)) return fail(s, IMAGING_LIMIT, "it takes longer than is allowed");
        struct spng_row_info info;
        code = spng_get_row_info(s->spng, &info);
        if (code) break;
        uint32_t start = first_column[info.pass], step = column_step[info.pass];
        uint32_t pixels = (q->width - start + step - 1) / step;
        code = spng_decode_scanline(s->spng, s->row, (size_t)pixels * (s->has_alpha ? 4 : 3));
        if (code && code != SPNG_EOI) break;
        if (s->has_alpha) lay_on_background(s->row, s->row, pixels, q->background);
        area_scatter(&s->area, s->row, info.row_num, start, step, pixels);
    }
    // Rows that lack a pass are holes in every result pixel they touch: nothing partial is kept.
    if (code != SPNG_EOI) return fail_spng(s, code);
    s->result->good_rows = q->height;
    area_finish(&s->area);
    return true;
}

void imaging_png_decode(const uint8_t *bytes, size_t count, const struct imaging_png_request *request, uint8_t *out,
                        struct imaging_result *result) {
    memset(result, 0, sizeof *result);
    struct session *s = calloc(1, sizeof *s);
    if (!s) {
        result->status = IMAGING_NO_MEMORY;
        return;
    }
    s->request = request;
    s->result = result;
    s->watch = stopwatch_begin();
    if (set_up(s, bytes, count, out)) {
        if (s->header.interlace_method != 0) read_interlaced(s);
        else read_rows(s);
    }
    spng_ctx_free(s->spng);
    area_end(&s->area);
    free(s->row);
    free(s);
}

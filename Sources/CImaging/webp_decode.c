#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>

#include "blend.h"
#include "cimaging.h"
#include "clock.h"

/// The decoder is handed this much more at a time, and the clock is looked at in between.
enum { portion = 16384 };

struct session {
    const struct imaging_webp_request *request;
    struct imaging_result *result;
    WebPDecoderConfig config;
    WebPIDecoder *decoder;
    struct stopwatch watch;
    /// The frame's place in the result.
    uint32_t x, y, width, height;
    /// RGBA of the frame; none for an opaque one, which is written straight to the result.
    uint8_t *layer;
};

static void fail(struct session *s, enum imaging_status status, const char *message) {
    s->result->status = status;
    snprintf(s->result->message, sizeof s->result->message, "%s", message);
}

/// `start...start + length` of `whole` on a scale of `out`, at least one long.
static void place(uint32_t start, uint32_t length, uint32_t whole, uint32_t out, uint32_t *at, uint32_t *size) {
    uint32_t from = (uint32_t)(((uint64_t)start * out + whole / 2) / whole);
    uint32_t to = (uint32_t)((((uint64_t)start + length) * out + whole / 2) / whole);
    if (from >= out) from = out - 1;
    if (to <= from) to = from + 1;
    *at = from;
    *size = to - from;
}

static bool set_up(struct session *s, const uint8_t *bytes, size_t count, uint8_t *out) {
    const struct imaging_webp_request *q = s->request;
    if (!WebPInitDecoderConfig(&s->config)) return fail(s, IMAGING_DAMAGED, "another version of libwebp is loaded"), false;
    if (WebPGetFeatures(bytes, count, &s->config.input) != VP8_STATUS_OK)
        return fail(s, IMAGING_DAMAGED, "its frame has no header that can be read"), false;
    if ((uint32_t)s->config.input.width != q->frame_width || (uint32_t)s->config.input.height != q->frame_height)
        return fail(s, IMAGING_DAMAGED, "two headers disagree on its size"), false;
    place(q->frame_x, q->frame_width, q->width, q->out_width, &s->x, &s->width);
    place(q->frame_y, q->frame_height, q->height, q->out_height, &s->y, &s->height);
    bool alpha = s->config.input.has_alpha;
    size_t row = (size_t)(alpha ? s->width * 4 : q->out_width * 3);
    uint8_t *target = out + ((size_t)s->y * q->out_width + s->x) * 3;
    if (alpha) {
        s->layer = calloc(s->height, row);
        if (!s->layer) return fail(s, IMAGING_NO_MEMORY, "no memory for its frame"), false;
        target = s->layer;
    }
    s->config.options.use_scaling = s->width != q->frame_width || s->height != q->frame_height;
    s->config.options.scaled_width = (int)s->width;
    s->config.options.scaled_height = (int)s->height;
    s->config.output.colorspace = alpha ? MODE_RGBA : MODE_RGB;
    s->config.output.is_external_memory = 1;
    s->config.output.u.RGBA.rgba = target;
    s->config.output.u.RGBA.stride = (int)row;
    // From the first pixel of the frame to its last.
    s->config.output.u.RGBA.size = row * (s->height - 1) + (size_t)s->width * (alpha ? 4 : 3);
    s->decoder = WebPIDecode(NULL, 0, &s->config);
    if (!s->decoder) return fail(s, IMAGING_NO_MEMORY, "no memory to read it"), false;
    return true;
}

static bool read_frame(struct session *s, const uint8_t *bytes, size_t count) {
    VP8StatusCode code = VP8_STATUS_SUSPENDED;
    for (size_t there = 0; there < count && code == VP8_STATUS_SUSPENDED;) {
        if (stopwatch_is_over(&s->watch, &s->request->limits))
            return fail(s, IMAGING_LIMIT, "it takes longer than is allowed"), false;
        there = count - there > portion ? there + portion : count;
        code = WebPIUpdate(s->decoder, bytes, there);
    }
    if (code == VP8_STATUS_OUT_OF_MEMORY) return fail(s, IMAGING_NO_MEMORY, "no memory to decode it"), false;
    if (code != VP8_STATUS_OK && code != VP8_STATUS_SUSPENDED)
        return fail(s, IMAGING_DAMAGED, "its data are not what its header says"), false;
    s->result->good_rows = s->request->height;
    if (code == VP8_STATUS_SUSPENDED) {
        int last = 0;
        if (!WebPIDecGetRGB(s->decoder, &last, NULL, NULL, NULL)) last = 0;
        uint64_t rows = ((uint64_t)s->y + (uint64_t)last) * s->request->height / s->request->out_height;
        s->result->good_rows = rows < s->request->height ? (uint32_t)rows : s->request->height - 1;
        s->result->warnings = 1;
        s->result->damage = IMAGING_CUT_SHORT;
        fail(s, IMAGING_OK, "it ends within its frame");
    }
    return true;
}

static void lay_frame(const struct session *s, uint8_t *out) {
    for (uint32_t y = 0; y < s->height; y++) {
        const uint8_t *in = s->layer + (size_t)y * s->width * 4;
        uint8_t *row = out + ((size_t)(s->y + y) * s->request->out_width + s->x) * 3;
        lay_on_background(in, row, s->width, s->request->background);
    }
}

void imaging_webp_decode(const uint8_t *bytes, size_t count, const struct imaging_webp_request *request, uint8_t *out,
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
    for (size_t i = 0; i < (size_t)request->out_width * request->out_height; i++)
        memcpy(out + i * 3, request->background, 3);
    if (set_up(s, bytes, count, out) && read_frame(s, bytes, count) && s->layer) lay_frame(s, out);
    if (s->decoder) WebPIDelete(s->decoder);
    free(s->layer);
    free(s);
}

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "area.h"
#include "cimaging.h"
#include "clock.h"
#include "color.h"
#include "jpeg_scans.h"

/// Everything that a longjmp must not lose stands here, not in a local variable.
struct session {
    struct jpeg_decompress_struct c;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    const struct imaging_jpeg_request *request;
    struct imaging_result *result;
    struct area area;
    uint8_t *row;
    struct stopwatch watch;
    uint32_t ticks;
    const uint8_t *bytes;
    size_t count;
    /// The same without what this decode does not read, or null.
    uint8_t *averages;
    /// Where the entropy data of a file with one scan begin.
    size_t scan_start;
    /// iMCU rows of the scan in which the first damage was met; -1 when there was none.
    int64_t damaged_at;
    bool ran_dry;
};

static void damage(struct session *s, enum imaging_damage kind, const char *message) {
    if (s->damaged_at >= 0) return;
    s->result->damage = kind;
    s->damaged_at = s->c.input_iMCU_row;
    snprintf(s->result->message, sizeof s->result->message, "%s", message);
}

static void stop(struct session *s, enum imaging_status status, const char *message) {
    s->result->status = status;
    snprintf(s->result->message, sizeof s->result->message, "%s", message);
    longjmp(s->escape, 1);
}

static void error_exit(j_common_ptr c) {
    struct session *s = c->client_data;
    char text[JMSG_LENGTH_MAX];
    int code = c->err->msg_code;
    c->err->format_message(c, text);
    if (code == JERR_OUT_OF_MEMORY) stop(s, IMAGING_NO_MEMORY, text);
    // What the limit on memory turns into: the library looks for a temporary file and has none.
    if (code == JERR_NO_BACKING_STORE) stop(s, IMAGING_LIMIT, "its coefficients need more memory than is allowed");
    stop(s, IMAGING_DAMAGED, text);
}

static void emit_message(j_common_ptr c, int level) {
    if (level >= 0) return;
    struct session *s = c->client_data;
    char text[JMSG_LENGTH_MAX];
    s->result->warnings++;
    switch (c->err->msg_code) {
    case JWRN_JPEG_EOF:
        s->ran_dry = true;
        // The arithmetic decoder goes on with zeros and says nothing.
        if (s->c.arith_code && s->c.input_iMCU_row < s->c.total_iMCU_rows) damage(s, IMAGING_CUT_SHORT, "it ends within a scan");
        break;
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_BOGUS_PROGRESSION:
        c->err->format_message(c, text);
        if (c->err->msg_code == JWRN_BOGUS_PROGRESSION) damage(s, IMAGING_SCANS_MISSING, text);
        else damage(s, s->ran_dry ? IMAGING_CUT_SHORT : IMAGING_GARBLED, text);
        break;
    default:
        break;
    }
}

static void output_message(j_common_ptr c) { (void)c; }

static void progress(j_common_ptr c) {
    struct session *s = c->client_data;
    if ((uint32_t)s->c.input_scan_number > s->request->limits.scans)
        stop(s, IMAGING_LIMIT, "it has more scans than are allowed");
    // The clock is a system call of about a microsecond and this is called for every row.
    if (s->ticks++ % 16 != 0) return;
    if (stopwatch_is_over(&s->watch, &s->request->limits))
        stop(s, IMAGING_LIMIT, "it takes longer than is allowed");
}

/// Four stored components are taken as Adobe writes them (0 is full ink), with its marker or without: what browsers do.
static void ink_to_rgb(uint8_t *row, uint32_t width) {
    const uint8_t *in = row;
    for (uint32_t x = 0; x < width; x++, in += 4, row += 3) {
        uint32_t k = in[3];
        for (int i = 0; i < 3; i++) row[i] = (uint8_t)((in[i] * k + 127) / 255);
    }
}

/// In a file of several scans that ends without its end marker, whether some coefficient never arrived in full.
static bool lacks_scans(const struct session *s) {
    if (!s->ran_dry || !s->c.progressive_mode || !s->c.coef_bits) return false;
    for (int i = 0; i < s->c.num_components; i++)
        for (int k = 0; k < DCTSIZE2; k++)
            if (s->c.coef_bits[i][k] != 0) return true;
    return false;
}

/// Whether entropy data are left over behind the last block: how garbage shows that met no code that does not exist.
/// A trailer without an end marker before it is none: it holds markers that entropy data cannot hold, or only zeros.
static bool has_leftovers(const struct session *s) {
    if (s->c.progressive_mode || s->c.comps_in_scan < s->c.num_components) return false;
    if (s->ran_dry || s->c.unread_marker != 0 || s->scan_start == 0) return false;
    size_t at = (size_t)(s->c.src->next_input_byte - s->bytes);
    size_t end = imaging_jpeg_next_marker(s->bytes, s->count, at);
    if (end + 1 >= s->count || s->bytes[end + 1] != JPEG_EOI) return false;
    if (end - at <= (end - s->scan_start) / 20 + 256) return false;
    while (at < end && s->bytes[at] == 0) at++;
    return at < end;
}

static void set_up(struct session *s) {
    const struct imaging_jpeg_request *q = s->request;
    jpeg_create_decompress(&s->c);
    s->c.mem->max_memory_to_use = (long)q->limits.memory_bytes;
    s->c.progress = &s->progress;
    jpeg_mem_src(&s->c, s->bytes, s->count);
    jpeg_read_header(&s->c, TRUE);
    if (s->c.image_width != q->width || s->c.image_height != q->height)
        stop(s, IMAGING_DAMAGED, "two headers disagree on its size");
    bool ink = s->c.jpeg_color_space == JCS_CMYK || s->c.jpeg_color_space == JCS_YCCK;
    s->c.out_color_space = ink ? JCS_CMYK : JCS_RGB;
    // Guesses at coefficients that are not there: they all are, or are not read.
    s->c.do_block_smoothing = FALSE;
    s->c.scale_num = q->eighths;
    s->c.scale_denom = 8;
    jpeg_start_decompress(&s->c);
    if (!s->ran_dry) s->scan_start = (size_t)(s->c.src->next_input_byte - s->bytes);
    if (!area_begin(&s->area, s->c.output_width, s->c.output_height, NULL, q->out_width, q->out_height, false))
        stop(s, IMAGING_NO_MEMORY, "no memory to shrink it");
    s->row = malloc((size_t)s->c.output_width * 4);
    if (!s->row) stop(s, IMAGING_NO_MEMORY, "no memory for a row");
}

static void read_rows(struct session *s, uint8_t *out) {
    bool ink = s->c.out_color_space == JCS_CMYK;
    bool direct = !ink && s->c.output_width == s->request->out_width && s->c.output_height == s->request->out_height;
    s->area.out = out;
    while (s->c.output_scanline < s->c.output_height) {
        JSAMPROW row = direct ? out + (size_t)s->c.output_scanline * s->c.output_width * 3 : s->row;
        if (jpeg_read_scanlines(&s->c, &row, 1) != 1) stop(s, IMAGING_DAMAGED, "a row did not come");
        if (ink && s->request->ink) color_from_ink(s->request->ink, s->row, s->row, s->c.output_width);
        else if (ink) ink_to_rgb(s->row, s->c.output_width);
        if (!direct) area_add(&s->area, s->row);
    }
}

void imaging_jpeg_decode(const uint8_t *bytes, size_t count, const struct imaging_jpeg_request *request, uint8_t *out,
                         struct imaging_result *result) {
    memset(result, 0, sizeof *result);
    struct session *s = calloc(1, sizeof *s);
    if (!s) {
        result->status = IMAGING_NO_MEMORY;
        return;
    }
    s->bytes = bytes;
    s->count = count;
    s->request = request;
    s->result = result;
    s->damaged_at = -1;
    s->watch = stopwatch_begin();
    s->c.err = jpeg_std_error(&s->errors);
    s->errors.error_exit = error_exit;
    s->errors.emit_message = emit_message;
    s->errors.output_message = output_message;
    s->progress.progress_monitor = progress;
    s->c.client_data = s;
    if (request->eighths == 1) {
        size_t length = jpeg_averages(bytes, count, &s->averages);
        if (length) {
            s->bytes = s->averages;
            s->count = length;
        }
    }
    if (setjmp(s->escape) == 0) {
        set_up(s);
        read_rows(s, out);
        result->good_rows = request->height;
        if (s->damaged_at >= 0) {
            uint64_t rows = (uint64_t)s->damaged_at * (uint64_t)s->c.max_v_samp_factor * DCTSIZE;
            result->good_rows = rows < request->height ? (uint32_t)rows : request->height;
        } else if (lacks_scans(s)) {
            result->good_rows = 0;
            result->damage = IMAGING_SCANS_MISSING;
            snprintf(result->message, sizeof result->message, "it ends before its last scan");
        } else if (has_leftovers(s)) {
            result->good_rows = 0;
            result->damage = IMAGING_LEFTOVERS;
            snprintf(result->message, sizeof result->message, "data are left over behind its last row");
        }
    }
    jpeg_destroy_decompress(&s->c);
    area_end(&s->area);
    free(s->row);
    free(s->averages);
    free(s);
}

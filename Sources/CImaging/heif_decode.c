#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <libheif/heif.h>

#include "cimaging.h"
#include "clock.h"
#include "heif_color.h"
#include "plane.h"

enum { most_threads = 8 };

/// One decode. Workers take the next tile until none is left; what they share stands behind the lock.
struct session {
    const uint8_t *bytes;
    size_t count;
    const struct imaging_heif_request *request;
    const struct imaging_heif_layer *layer;
    struct imaging_result *result;
    struct stopwatch watch;
    atomic_uint next;
    atomic_bool is_over;
    pthread_mutex_t lock;
    /// Of the first tile; the others must be alike.
    bool is_known;
    struct heif_matrix matrix;
    enum heif_chroma chroma;
    struct imaging_heif_color color;
    /// One byte for each pixel of the whole picture, or null.
    uint8_t *alpha;
};

struct worker {
    struct session *session;
    pthread_t thread;
    bool is_running;
    struct plane planes[3];
};

static void fail(struct session *s, enum imaging_status status, const char *message) {
    pthread_mutex_lock(&s->lock);
    if (s->result->status == IMAGING_OK) {
        s->result->status = status;
        snprintf(s->result->message, sizeof s->result->message, "%s", message);
    }
    pthread_mutex_unlock(&s->lock);
    atomic_store(&s->is_over, true);
}

static void fail_heif(struct session *s, struct heif_error e) {
    bool memory = e.code == heif_error_Memory_allocation_error;
    fail(s, memory ? IMAGING_NO_MEMORY : IMAGING_DAMAGED, e.message ? e.message : "it is not what its header says");
}

/// What an image says of its samples. The lists of the wrapper's names and the standard's code points are the same.
static struct heif_matrix matrix_of(const struct heif_image *image, struct imaging_heif_color *color) {
    struct heif_matrix m = {.coefficients = 2, .is_full_range = true};
    *color = (struct imaging_heif_color){2, 2};
    m.bits = (uint32_t)heif_image_get_bits_per_pixel_range(image, heif_channel_Y);
    m.is_gray = heif_image_get_chroma_format(image) == heif_chroma_monochrome;
    struct heif_color_profile_nclx *nclx = NULL;
    if (heif_image_get_nclx_color_profile(image, &nclx).code == heif_error_Ok && nclx) {
        m.coefficients = (uint32_t)nclx->matrix_coefficients;
        m.is_full_range = nclx->full_range_flag != 0;
        color->primaries = (uint16_t)nclx->color_primaries;
        color->transfer = (uint16_t)nclx->transfer_characteristics;
        heif_nclx_color_profile_free(nclx);
    }
    return m;
}

/// Whether the tile's samples are like the first tile's, which decides. Under no lock but its own.
static bool is_alike(struct session *s, const struct heif_image *image) {
    struct imaging_heif_color color;
    struct heif_matrix m = matrix_of(image, &color);
    enum heif_chroma chroma = heif_image_get_chroma_format(image);
    pthread_mutex_lock(&s->lock);
    if (!s->is_known) {
        s->is_known = true;
        s->matrix = m;
        s->chroma = chroma;
        s->color = color;
    }
    bool alike = s->matrix.bits == m.bits && s->matrix.coefficients == m.coefficients && s->chroma == chroma &&
                 s->matrix.is_full_range == m.is_full_range;
    pthread_mutex_unlock(&s->lock);
    return alike && m.bits >= 8 && m.bits <= 16;
}

static bool samples_of(const struct heif_image *image, enum heif_channel channel, uint32_t bits, struct samples *out) {
    int stride = 0, width = heif_image_get_width(image, channel), height = heif_image_get_height(image, channel);
    const uint8_t *first = heif_image_get_plane_readonly(image, channel, &stride);
    if (!first || width <= 0 || height <= 0 || stride < width * (bits > 8 ? 2 : 1)) return false;
    if (heif_image_get_bits_per_pixel_range(image, channel) != (int)bits) return false;
    *out = (struct samples){first, (size_t)stride, (uint32_t)width, (uint32_t)height, bits};
    return true;
}

static void add_alpha(struct session *s, const struct heif_image *image, const struct imaging_heif_tile *tile) {
    struct samples in;
    if (!samples_of(image, heif_channel_Y, s->matrix.bits, &in)) return fail(s, IMAGING_DAMAGED, "its alpha has no plane");
    const struct imaging_heif_request *q = s->request;
    double zero = s->matrix.is_full_range ? 0 : (double)(16u << (in.bits - 8));
    double steps = s->matrix.is_full_range ? (double)((1u << in.bits) - 1) : (double)(219u << (in.bits - 8));
    for (uint32_t row = 0; row < in.height; row++) {
        int64_t y = (int64_t)tile->y + row;
        if (y < 0 || y >= q->height) continue;
        const uint8_t *bytes = in.first + row * in.stride;
        const uint16_t *words = (const uint16_t *)(const void *)bytes;
        for (uint32_t column = 0; column < in.width; column++) {
            int64_t x = (int64_t)tile->x + column;
            if (x < 0 || x >= q->width) continue;
            double a = ((in.bits > 8 ? words[column] : bytes[column]) - zero) / steps;
            s->alpha[(size_t)y * q->width + (size_t)x] = a <= 0 ? 0 : a >= 1 ? 255 : (uint8_t)(a * 255 + 0.5);
        }
    }
}

static void add_color(struct worker *w, const struct heif_image *image, const struct imaging_heif_tile *tile) {
    static const enum heif_channel channels[3] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
    struct session *s = w->session;
    const struct imaging_heif_request *q = s->request;
    uint32_t background[3];
    heif_samples_of(&s->matrix, q->background, background);
    for (int c = 0; c < (s->matrix.is_gray ? 1 : 3); c++) {
        bool half_width = c > 0 && s->chroma != heif_chroma_444, half_height = c > 0 && s->chroma == heif_chroma_420;
        uint32_t across = half_width ? 2 : 1, down = half_height ? 2 : 1;
        struct samples in;
        if (!samples_of(image, channels[c], s->matrix.bits, &in) || in.width < s->layer->tile_width / across ||
            in.height < s->layer->tile_height / down)
            return fail(s, IMAGING_DAMAGED, "a plane of a tile is missing or too small");
        struct plane *p = &w->planes[c];
        if (!p->totals && !plane_begin(p, q->width, q->height, across, down, q->out_width, q->out_height))
            return fail(s, IMAGING_NO_MEMORY, "no memory to shrink it");
        struct backdrop b = {s->alpha, q->width, background[c]};
        // Rounded down also below zero.
        int32_t x = (tile->x - (tile->x < 0 ? (int32_t)across - 1 : 0)) / (int32_t)across;
        int32_t y = (tile->y - (tile->y < 0 ? (int32_t)down - 1 : 0)) / (int32_t)down;
        plane_add(p, &in, x, y, s->alpha ? &b : NULL);
    }
}

static enum heif_chroma chroma_of(const struct imaging_heif_layer *layer) {
    static const enum heif_chroma chroma[4] = {heif_chroma_monochrome, heif_chroma_420, heif_chroma_422, heif_chroma_444};
    return chroma[layer->chroma & 3];
}

static void decode_tile(struct worker *w, const struct imaging_heif_tile *tile) {
    struct session *s = w->session;
    struct heif_context *context = heif_context_alloc();
    struct heif_decoding_options *options = heif_decoding_options_alloc();
    struct heif_image_handle *handle = NULL;
    struct heif_image *image = NULL;
    if (!context || !options) {
        fail(s, IMAGING_NO_MEMORY, "no memory for a tile");
    } else {
        options->ignore_transformations = 1;
        options->strict_decoding = 1;
        heif_context_set_max_decoding_threads(context, 1);
        struct heif_error e =
            heif_context_read_from_memory_without_copy(context, s->bytes + tile->offset, tile->length, NULL);
        if (e.code == heif_error_Ok) e = heif_context_get_primary_image_handle(context, &handle);
        // Asked for otherwise than it is stored, a picture is converted pixel by pixel.
        bool gray = s->layer->chroma == 0;
        enum heif_colorspace space = gray ? heif_colorspace_monochrome : heif_colorspace_YCbCr;
        if (e.code == heif_error_Ok) e = heif_decode_image(handle, &image, space, chroma_of(s->layer), options);
        if (e.code != heif_error_Ok) {
            fail_heif(s, e);
        } else if (heif_image_get_width(image, heif_channel_Y) != (int)s->layer->tile_width ||
                   heif_image_get_height(image, heif_channel_Y) != (int)s->layer->tile_height) {
            fail(s, IMAGING_DAMAGED, "two headers disagree on its size");
        } else if (!is_alike(s, image)) {
            fail(s, IMAGING_DAMAGED, "its tiles are of different kinds");
        } else if (s->layer == &s->request->alpha) {
            add_alpha(s, image, tile);
        } else {
            add_color(w, image, tile);
        }
    }
    heif_image_release(image);
    heif_image_handle_release(handle);
    heif_decoding_options_free(options);
    heif_context_free(context);
}

static void *work(void *context) {
    struct worker *w = context;
    struct session *s = w->session;
    struct stopwatch mine = stopwatch_begin();
    mine.wall = s->watch.wall;
    for (;;) {
        uint32_t index = atomic_fetch_add(&s->next, 1);
        if (index >= s->layer->count || atomic_load(&s->is_over)) return NULL;
        if (stopwatch_is_over(&mine, &s->request->limits)) {
            fail(s, IMAGING_LIMIT, "it takes longer than is allowed");
            return NULL;
        }
        decode_tile(w, &s->layer->tiles[index]);
    }
}

/// A further thread is for what others leave of the processor: one dear picture does not take it from cheap ones.
static void *help(void *context) {
    // Linux takes a thread's number here. Where it refuses, the thread helps at the usual priority.
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 10);
    return work(context);
}

/// All tiles of a layer, on this thread and up to `threads - 1` more. What cannot be started is done by those that can.
static void decode_layer(struct session *s, const struct imaging_heif_layer *layer, struct worker *workers,
                         uint32_t threads) {
    s->layer = layer;
    s->is_known = false;
    atomic_store(&s->next, 0);
    for (uint32_t i = 1; i < threads && i < layer->count; i++)
        workers[i].is_running = pthread_create(&workers[i].thread, NULL, help, &workers[i]) == 0;
    work(&workers[0]);
    for (uint32_t i = 1; i < threads; i++) {
        if (workers[i].is_running) pthread_join(workers[i].thread, NULL);
        workers[i].is_running = false;
    }
}

static void decode(struct session *s, struct worker *workers, uint32_t threads, uint8_t *out) {
    const struct imaging_heif_request *q = s->request;
    uint64_t sums = (uint64_t)q->out_width * q->out_height * 3 * sizeof(double);
    uint64_t pixels = q->alpha.count ? (uint64_t)q->width * q->height : 0;
    while (threads > 1 && sums * threads + pixels > q->limits.memory_bytes) threads--;
    if (sums * threads + pixels > q->limits.memory_bytes)
        return fail(s, IMAGING_LIMIT, "a picture of its size needs more memory than is allowed");
    if (q->alpha.count) {
        s->alpha = calloc((size_t)pixels, 1);
        if (!s->alpha) return fail(s, IMAGING_NO_MEMORY, "no memory for its alpha");
        decode_layer(s, &q->alpha, workers, threads);
    }
    if (!atomic_load(&s->is_over)) decode_layer(s, &q->color, workers, threads);
    if (atomic_load(&s->is_over)) return;
    for (int c = 0; c < (s->matrix.is_gray ? 1 : 3); c++) {
        struct plane *sum = &workers[0].planes[c];
        for (uint32_t i = 1; i < threads; i++) {
            struct plane *part = &workers[i].planes[c];
            if (!part->totals) continue;
            if (sum->totals) {
                plane_merge(sum, part);
            } else {
                // This thread came too late for a tile.
                *sum = *part;
                memset(part, 0, sizeof *part);
            }
        }
    }
    heif_write_rgb(&s->matrix, workers[0].planes, out);
    s->result->good_rows = q->height;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void begin_library(void) { heif_init(NULL); }

void imaging_heif_decode(const uint8_t *bytes, size_t count, const struct imaging_heif_request *request, uint8_t *out,
                         struct imaging_heif_color *color, struct imaging_result *result) {
    memset(result, 0, sizeof *result);
    pthread_once(&once, begin_library);
    uint32_t threads = request->threads < 1 ? 1 : request->threads > most_threads ? most_threads : request->threads;
    struct session *s = calloc(1, sizeof *s);
    struct worker *workers = calloc(most_threads, sizeof *workers);
    if (s && workers) {
        s->bytes = bytes;
        s->count = count;
        s->request = request;
        s->result = result;
        s->watch = stopwatch_begin();
        pthread_mutex_init(&s->lock, NULL);
        for (uint32_t i = 0; i < most_threads; i++) workers[i].session = s;
        decode(s, workers, threads, out);
        *color = s->color;
        for (uint32_t i = 0; i < most_threads; i++)
            for (int c = 0; c < 3; c++) plane_end(&workers[i].planes[c]);
        pthread_mutex_destroy(&s->lock);
        free(s->alpha);
    } else {
        result->status = IMAGING_NO_MEMORY;
    }
    free(workers);
    free(s);
}

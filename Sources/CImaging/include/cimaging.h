#pragma once
#include "imaging_color.h"
#include "imaging_versions.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Pictures in and out of bytes, behind plain structs. Every limit comes from the caller; no function keeps a pointer,
/// writes to a stream or lets a longjmp pass its own frame.

enum imaging_status {
    IMAGING_OK = 0,
    /// Broken, cut short, or of a kind the library does not read.
    IMAGING_DAMAGED = 1,
    /// A limit on scans, memory or processor time was passed on the way.
    IMAGING_LIMIT = 2,
    IMAGING_NO_MEMORY = 3,
};

/// What was wrong with a picture that could be decoded all the same, in part or in full.
enum imaging_damage {
    IMAGING_WHOLE = 0,
    IMAGING_CUT_SHORT = 1,
    /// Codes that do not exist, or markers where none may stand.
    IMAGING_GARBLED = 2,
    /// Scans of a progressive picture that are missing or out of order.
    IMAGING_SCANS_MISSING = 3,
    /// Data behind the last row.
    IMAGING_LEFTOVERS = 4,
};

struct imaging_result {
    enum imaging_status status;
    enum imaging_damage damage;
    /// Rows of the whole picture that were there before the first damage; all of them when there was none.
    uint32_t good_rows;
    uint32_t warnings;
    /// What the library or a limit said, no image data, at most 159 bytes and a zero.
    char message[160];
};

struct imaging_limits {
    uint32_t scans;
    uint64_t memory_bytes;
    /// Of the calling thread, and by the clock on the wall.
    uint64_t processor_milliseconds, wall_milliseconds;
};

struct imaging_jpeg_request {
    /// As the header said; another size while decoding is damage.
    uint32_t width, height;
    /// M of a decode at M/8, 1...8.
    uint32_t eighths;
    /// No side larger than the M/8 decode's, which is ceil(side * M / 8).
    uint32_t out_width, out_height;
    /// Of four components, used for files of inks only; null takes them as if their inks were ideal.
    const struct imaging_color *ink;
    struct imaging_limits limits;
};

struct imaging_png_request {
    uint32_t width, height;
    uint32_t out_width, out_height;
    /// What transparent pixels lie on: red, green, blue.
    uint8_t background[3];
    struct imaging_limits limits;
};

struct imaging_webp_request {
    /// Of the canvas, and of the frame on it, which may be smaller in an animation.
    uint32_t width, height;
    uint32_t frame_x, frame_y, frame_width, frame_height;
    uint32_t out_width, out_height;
    uint8_t background[3];
    struct imaging_limits limits;
};

/// One HEIF file of one coded picture, and where its pixels stand.
struct imaging_heif_tile {
    /// Within the bytes that the request comes with.
    size_t offset, length;
    /// Of its first pixel in the picture; negative when a crop cuts into it.
    int32_t x, y;
};

struct imaging_heif_layer {
    const struct imaging_heif_tile *tiles;
    uint32_t count;
    /// Of every tile of it.
    uint32_t tile_width, tile_height;
    /// As the tiles' configurations say: 0 for gray, 1 for chroma of half width and height, 2 for half width, 3 for full.
    uint32_t chroma;
};

struct imaging_heif_request {
    /// Of the picture that the tiles make together, after cropping.
    uint32_t width, height;
    uint32_t out_width, out_height;
    uint8_t background[3];
    /// Tiles decoded at once, at least 1.
    uint32_t threads;
    struct imaging_heif_layer color;
    /// No tiles for an opaque picture.
    struct imaging_heif_layer alpha;
    struct imaging_limits limits;
};

/// Code points of ITU-T H.273 that the coded picture named; 2 where it named none.
struct imaging_heif_color {
    uint16_t primaries, transfer;
};

/// All write out_width * out_height * 3 bytes of RGB to `out`, area-filtered down from the decode.
void imaging_jpeg_decode(const uint8_t *bytes, size_t count, const struct imaging_jpeg_request *request, uint8_t *out,
                         struct imaging_result *result);
void imaging_png_decode(const uint8_t *bytes, size_t count, const struct imaging_png_request *request, uint8_t *out,
                        struct imaging_result *result);
/// `bytes` begin with the frame's first chunk: ALPH, VP8 or VP8L.
void imaging_webp_decode(const uint8_t *bytes, size_t count, const struct imaging_webp_request *request, uint8_t *out,
                         struct imaging_result *result);
/// Decodes up to `threads` tiles at once. The caller has checked that the tiles cover the picture, and what each costs.
void imaging_heif_decode(const uint8_t *bytes, size_t count, const struct imaging_heif_request *request, uint8_t *out,
                         struct imaging_heif_color *color, struct imaging_result *result);

/// The offset of the 0xFF of the next JPEG marker at or after `from`, over stuffed bytes, fill bytes and restarts; `count`
/// when there is none.
size_t imaging_jpeg_next_marker(const uint8_t *bytes, size_t count, size_t from);

/// A baseline 4:2:0 JPEG of RGB rows, quality 1...100, JFIF header and no other marker. Sets `*out` to a buffer for
/// imaging_free and returns its length; 0 on failure.
size_t imaging_jpeg_encode(const uint8_t *rgb, uint32_t width, uint32_t height, int quality, uint8_t **out,
                           struct imaging_result *result);
void imaging_free(uint8_t *buffer);

/// Shrinks RGB by a box filter with exact coverage; no out side larger than the in side. False without memory.
bool imaging_area_shrink(const uint8_t *rgb, uint32_t width, uint32_t height, uint8_t *out, uint32_t out_width,
                         uint32_t out_height);

/// The bare library at the same scale, nothing checked or filtered: the floor that the benchmark compares with. Returns
/// the bytes of pixels made, 0 on failure.
size_t imaging_jpeg_floor(const uint8_t *bytes, size_t count, uint32_t eighths);
/// libheif alone, on one thread, to RGB at full size. Returns the bytes of pixels made, 0 on failure.
size_t imaging_heif_floor(const uint8_t *bytes, size_t count);

// The codecs alone, with sizes that no Swift reader has checked: kind, width, height, M of a JPEG, then the file.
#include <stdlib.h>
#include <string.h>

#include "cimaging.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 6) return 0;
    uint32_t width = (data[1] | (uint32_t)data[2] << 8) % 1024 + 1, height = (data[3] | (uint32_t)data[4] << 8) % 1024 + 1;
    uint32_t eighths = data[5] % 8 + 1;
    const uint8_t *file = data + 6;
    size -= 6;
    struct imaging_limits limits = {16, 32000000, 2000, 4000};
    struct imaging_result result;
    uint32_t out_width = (width * eighths + 7) / 8, out_height = (height * eighths + 7) / 8;
    uint8_t *out = calloc(out_width * out_height, 3);
    if (!out) return 0;
    switch (data[0] % 3) {
    case 0: {
        struct imaging_jpeg_request q = {.width = width, .height = height, .eighths = eighths, .out_width = out_width,
                                         .out_height = out_height, .limits = limits};
        imaging_jpeg_decode(file, size, &q, out, &result);
        break;
    }
    case 1: {
        struct imaging_png_request q = {.width = width, .height = height, .out_width = out_width, .out_height = out_height,
                                        .background = {1, 99, 255}, .limits = limits};
        imaging_png_decode(file, size, &q, out, &result);
        break;
    }
    default: {
        struct imaging_webp_request q = {.width = width, .height = height, .frame_width = width, .frame_height = height,
                                         .out_width = out_width, .out_height = out_height, .background = {1, 99, 255},
                                         .limits = limits};
        imaging_webp_decode(file, size, &q, out, &result);
        break;
    }
    }
    if (result.good_rows > height || memchr(result.message, 0, sizeof result.message) == NULL) abort();
    free(out);
    return 0;
}

#include <libheif/heif.h>

#include "cimaging.h"

size_t imaging_heif_floor(const uint8_t *bytes, size_t count) {
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    struct heif_image *image = NULL;
    size_t made = 0;
    // None: tiles are decoded one after the other on this thread.
    heif_context_set_max_decoding_threads(context, 0);
    if (heif_context_read_from_memory_without_copy(context, bytes, count, NULL).code == heif_error_Ok &&
        heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok &&
        heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, NULL).code == heif_error_Ok)
        made = (size_t)heif_image_get_width(image, heif_channel_interleaved) *
               (size_t)heif_image_get_height(image, heif_channel_interleaved) * 3;
    heif_image_release(image);
    heif_image_handle_release(handle);
    heif_context_free(context);
    return made;
}

#include "imaging_versions.h"

#include <stdio.h>
// jpeglib.h needs FILE and size_t before it.
#include <jpeglib.h>

#include <lcms2.h>
#include <libheif/heif.h>
#include <spng.h>
#include <webp/decode.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

const char *imaging_jpeg_version(void) { return TEXT(LIBJPEG_TURBO_VERSION); }

const char *imaging_png_version(void) { return spng_version_string(); }

int imaging_webp_version(void) { return WebPGetDecoderVersion(); }

const char *imaging_heif_version(void) { return heif_get_version(); }

int imaging_color_version(void) { return cmsGetEncodedCMMversion(); }

#pragma once

/// Versions of the codecs: the first as compiled in, the others as loaded.
const char *imaging_jpeg_version(void);
const char *imaging_png_version(void);
/// Major, minor and revision in a byte each.
int imaging_webp_version(void);
const char *imaging_heif_version(void);
/// As 2140 for 2.14.
int imaging_color_version(void);

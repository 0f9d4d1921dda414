#pragma once

/// Versions of the codecs: the first as compiled in, the second as loaded.
const char *imaging_jpeg_version(void);
const char *imaging_png_version(void);

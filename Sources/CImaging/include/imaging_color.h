#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A way from stored colours to sRGB. Made once, then used by one thread at a time.
struct imaging_color;

/// Of an ICC profile for pictures of 1, 3 or 4 components. Null when it is broken, is for something else, or says sRGB within
/// one level: the numbers are then best taken as they are.
struct imaging_color *imaging_color_of_profile(const uint8_t *bytes, size_t count, uint32_t components);
/// Of code points of ITU-T H.273. Null for sRGB's own primaries and for those that are not known; all transfer curves but
/// linear ones and plain powers are taken as sRGB's.
struct imaging_color *imaging_color_of_code_points(uint32_t primaries, uint32_t transfer);
void imaging_color_free(struct imaging_color *color);

/// Converts RGB in place; of gray pictures, whose three values are equal.
void imaging_color_apply(const struct imaging_color *color, uint8_t *rgb, size_t pixels);
/// The stored values of an sRGB colour, so that what is laid on it may be converted together with it.
void imaging_color_reverse(const struct imaging_color *color, const uint8_t srgb[3], uint8_t stored[3]);

/// Inflates a zlib stream. The length, 0 when it is broken or longer than `room`.
size_t imaging_inflate(const uint8_t *bytes, size_t count, uint8_t *out, size_t room);

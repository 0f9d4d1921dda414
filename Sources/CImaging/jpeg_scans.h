#pragma once
#include <stddef.h>
#include <stdint.h>

/// The scans of a progressive JPEG that a decode at 1/8 reads: those that hold the averages of blocks, and what
/// else it needs of half-sized chroma. The pixels are the same to the last bit, for a fraction of the work. (Larger decodes need some coefficients of every scan that writers make.)
/// Sets `*out` to a buffer for free() and returns its length; 0 when the file is best read as it is: not progressive, nothing
/// to leave out, or without an end marker, so that the decoder has to find out what is missing.
size_t jpeg_averages(const uint8_t *bytes, size_t count, uint8_t **out);

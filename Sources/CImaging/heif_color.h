#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "plane.h"

/// How stored samples become red, green and blue: ITU-T H.273, sections 8.2 and 8.3.
struct heif_matrix {
    uint32_t bits;
    /// Code point of the matrix coefficients.
    uint32_t coefficients;
    bool is_full_range, is_gray;
};

/// The sample values of one colour: luma, and two of chroma.
void heif_samples_of(const struct heif_matrix *m, const uint8_t rgb[3], uint32_t samples[3]);
/// RGB of all pixels of planes that are complete and of one result size.
void heif_write_rgb(const struct heif_matrix *m, const struct plane planes[3], uint8_t *out);

#pragma once
#include "imaging_color.h"

/// Four components as Adobe stores them (0 is full ink) to RGB; `rgb` may be `ink`.
void color_from_ink(const struct imaging_color *color, const uint8_t *ink, uint8_t *rgb, size_t pixels);

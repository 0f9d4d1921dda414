#include "heif_color.h"

enum { identity = 0, bt709 = 1, bt601_625 = 5, bt601 = 6, smpte240 = 7, ycgco = 8, bt2020 = 9, bt2020_constant = 10 };

/// The shares of red and blue in luma.
static void weights(uint32_t coefficients, double *red, double *blue) {
    switch (coefficients) {
    case bt709: *red = 0.2126, *blue = 0.0722; break;
    case 4: *red = 0.30, *blue = 0.11; break;
    case smpte240: *red = 0.212, *blue = 0.087; break;
    case bt2020:
    case bt2020_constant: *red = 0.2627, *blue = 0.0593; break;
    // What is not named is BT.601, as in JPEG.
    case bt601_625:
    case bt601:
    default: *red = 0.299, *blue = 0.114; break;
    }
}

/// Of luma and chroma: the value of zero, and the steps from zero to one.
static void ranges(const struct heif_matrix *m, double zero[3], double steps[3]) {
    uint32_t shift = m->bits - 8;
    double most = (double)((1u << m->bits) - 1), middle = (double)(1u << (m->bits - 1));
    bool all_luma = m->coefficients == identity;
    for (int i = 0; i < 3; i++) {
        bool luma = i == 0 || all_luma;
        steps[i] = m->is_full_range ? most : (double)((luma ? 219u : 224u) << shift);
        zero[i] = !luma ? middle : m->is_full_range ? 0 : (double)(16u << shift);
    }
}

static uint8_t byte_of(double value) { return value <= 0 ? 0 : value >= 1 ? 255 : (uint8_t)(value * 255 + 0.5); }

void heif_samples_of(const struct heif_matrix *m, const uint8_t rgb[3], uint32_t samples[3]) {
    double zero[3], steps[3], red, blue, r = rgb[0] / 255.0, g = rgb[1] / 255.0, b = rgb[2] / 255.0, v[3];
    ranges(m, zero, steps);
    weights(m->coefficients, &red, &blue);
    if (m->coefficients == identity && !m->is_gray) {
        v[0] = g, v[1] = b, v[2] = r;
    } else if (m->coefficients == ycgco && !m->is_gray) {
        v[0] = r / 4 + g / 2 + b / 4, v[1] = g / 2 - (r + b) / 4, v[2] = (r - b) / 2;
    } else {
        v[0] = red * r + (1 - red - blue) * g + blue * b;
        v[1] = (b - v[0]) / (2 * (1 - blue)), v[2] = (r - v[0]) / (2 * (1 - red));
    }
    for (int i = 0; i < 3; i++) samples[i] = (uint32_t)(zero[i] + v[i] * steps[i] + 0.5);
}

void heif_write_rgb(const struct heif_matrix *m, const struct plane planes[3], uint8_t *out) {
    double zero[3], steps[3], red, blue;
    ranges(m, zero, steps);
    weights(m->coefficients, &red, &blue);
    double green = 1 - red - blue;
    int count = m->is_gray ? 1 : 3;
    size_t pixels = (size_t)planes[0].out_width * planes[0].out_height;
    for (size_t i = 0; i < pixels; i++, out += 3) {
        double v[3] = {0};
        for (int c = 0; c < count; c++) {
            double area = (double)planes[c].in_width * planes[c].in_height;
            v[c] = (planes[c].totals[i] / area - zero[c]) / steps[c];
        }
        double r, g, b;
        if (m->is_gray) {
            r = g = b = v[0];
        } else if (m->coefficients == identity) {
            g = v[0], b = v[1], r = v[2];
        } else if (m->coefficients == ycgco) {
            r = v[0] - v[1] + v[2], g = v[0] + v[1], b = v[0] - v[1] - v[2];
        } else {
            r = v[0] + 2 * (1 - red) * v[2], b = v[0] + 2 * (1 - blue) * v[1], g = (v[0] - red * r - blue * b) / green;
        }
        out[0] = byte_of(r);
        out[1] = byte_of(g);
        out[2] = byte_of(b);
    }
}

#include "color.h"

#include <stdlib.h>
#include <string.h>

#include <lcms2.h>
#include <zlib.h>

struct imaging_color {
    cmsHTRANSFORM transform;
    cmsHPROFILE profile;
    uint32_t components;
};

/// RGB in threes, of which gray pictures use the first.
#define TYPE_GRAY_OF_RGB (COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(2) | BYTES_SH(1))

static cmsUInt32Number type_of(uint32_t components) {
    return components == 1 ? TYPE_GRAY_OF_RGB : components == 3 ? TYPE_RGB_8 : TYPE_CMYK_8_REV;
}

/// Whether no colour of a coarse grid moves by more than a level.
static bool changes_nothing(const struct imaging_color *c) {
    if (c->components == 4) return false;
    enum { steps = 6 };
    uint8_t in[steps * steps * steps * 3], out[sizeof in];
    for (uint32_t i = 0; i < sizeof in / 3; i++) {
        uint32_t parts[3] = {i % steps, i / steps % steps, i / steps / steps};
        for (int k = 0; k < 3; k++) in[i * 3 + k] = (uint8_t)(parts[c->components == 1 ? 0 : k] * 51);
    }
    cmsDoTransform(c->transform, in, out, sizeof in / 3);
    for (size_t i = 0; i < sizeof in; i++)
        if (abs(in[i] - out[i]) > 1) return false;
    return true;
}

/// Owns the profile from here on.
static struct imaging_color *to_srgb(cmsHPROFILE profile, uint32_t components) {
    struct imaging_color *c = profile ? calloc(1, sizeof *c) : NULL;
    cmsHPROFILE srgb = c ? cmsCreate_sRGBProfile() : NULL;
    if (c) {
        c->profile = profile;
        c->components = components;
        if (srgb)
            c->transform = cmsCreateTransform(profile, type_of(components), srgb, TYPE_RGB_8, INTENT_PERCEPTUAL,
                                              cmsFLAGS_NOCACHE);
    } else if (profile) {
        cmsCloseProfile(profile);
    }
    if (srgb) cmsCloseProfile(srgb);
    if (c && (!c->transform || changes_nothing(c))) {
        imaging_color_free(c);
        return NULL;
    }
    return c;
}

struct imaging_color *imaging_color_of_profile(const uint8_t *bytes, size_t count, uint32_t components) {
    // Tables follow the header of 128 bytes, which says its own length.
    if (count < 132 || count > UINT32_MAX) return NULL;
    cmsHPROFILE profile = cmsOpenProfileFromMem(bytes, (cmsUInt32Number)count);
    if (!profile) return NULL;
    cmsColorSpaceSignature wanted = components == 1 ? cmsSigGrayData : components == 3 ? cmsSigRgbData : cmsSigCmykData;
    cmsProfileClassSignature class = cmsGetDeviceClass(profile);
    bool fits = cmsGetColorSpace(profile) == wanted &&
                (class == cmsSigInputClass || class == cmsSigDisplayClass || class == cmsSigOutputClass ||
                 class == cmsSigColorSpaceClass);
    if (!fits) {
        cmsCloseProfile(profile);
        return NULL;
    }
    return to_srgb(profile, components);
}

struct imaging_color *imaging_color_of_code_points(uint32_t primaries, uint32_t transfer) {
    cmsCIExyYTRIPLE points;
    cmsCIExyY white = {0.3127, 0.3290, 1};
    switch (primaries) {
    case 4: points = (cmsCIExyYTRIPLE){{0.67, 0.33, 1}, {0.21, 0.71, 1}, {0.14, 0.08, 1}}; break;
    case 9: points = (cmsCIExyYTRIPLE){{0.708, 0.292, 1}, {0.170, 0.797, 1}, {0.131, 0.046, 1}}; break;
    case 11:
    case 12: points = (cmsCIExyYTRIPLE){{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}}; break;
    default: return NULL;
    }
    if (primaries == 4) white = (cmsCIExyY){0.310, 0.316, 1};
    if (primaries == 11) white = (cmsCIExyY){0.314, 0.351, 1};
    // IEC 61966-2-1.
    cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    cmsToneCurve *curve = transfer == 4   ? cmsBuildGamma(NULL, 2.2)
                          : transfer == 5 ? cmsBuildGamma(NULL, 2.8)
                          : transfer == 8 ? cmsBuildGamma(NULL, 1)
                                          : cmsBuildParametricToneCurve(NULL, 4, srgb);
    if (!curve) return NULL;
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &points, (cmsToneCurve *[3]){curve, curve, curve});
    cmsFreeToneCurve(curve);
    return to_srgb(profile, 3);
}

void imaging_color_free(struct imaging_color *color) {
    if (!color) return;
    if (color->transform) cmsDeleteTransform(color->transform);
    if (color->profile) cmsCloseProfile(color->profile);
    free(color);
}

void imaging_color_apply(const struct imaging_color *color, uint8_t *rgb, size_t pixels) {
    if (color->components == 4) return;
    // The library counts in 32 bits; in portions it never comes near.
    for (size_t done = 0; done < pixels;) {
        size_t portion = pixels - done < 65536 ? pixels - done : 65536;
        cmsDoTransform(color->transform, rgb + done * 3, rgb + done * 3, (cmsUInt32Number)portion);
        done += portion;
    }
}

void imaging_color_reverse(const struct imaging_color *color, const uint8_t srgb[3], uint8_t stored[3]) {
    memcpy(stored, srgb, 3);
    if (color->components == 4) return;
    cmsHPROFILE from = cmsCreate_sRGBProfile();
    cmsHTRANSFORM back = from ? cmsCreateTransform(from, TYPE_RGB_8, color->profile, type_of(color->components),
                                                   INTENT_PERCEPTUAL, cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE)
                              : NULL;
    if (back) {
        cmsDoTransform(back, srgb, stored, 1);
        if (color->components == 1) stored[1] = stored[2] = stored[0];
        cmsDeleteTransform(back);
    }
    if (from) cmsCloseProfile(from);
}

void color_from_ink(const struct imaging_color *color, const uint8_t *ink, uint8_t *rgb, size_t pixels) {
    uint8_t row[512 * 3];
    for (size_t done = 0; done < pixels;) {
        size_t portion = pixels - done < 512 ? pixels - done : 512;
        cmsDoTransform(color->transform, ink + done * 4, row, (cmsUInt32Number)portion);
        memcpy(rgb + done * 3, row, portion * 3);
        done += portion;
    }
}

size_t imaging_inflate(const uint8_t *bytes, size_t count, uint8_t *out, size_t room) {
    if (count > UINT32_MAX || room > UINT32_MAX) return 0;
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)count};
    if (inflateInit(&stream) != Z_OK) return 0;
    stream.next_out = out;
    stream.avail_out = (uInt)room;
    int code = inflate(&stream, Z_FINISH);
    size_t length = room - stream.avail_out;
    inflateEnd(&stream);
    return code == Z_STREAM_END ? length : 0;
}

#pragma once
#include <stddef.h>
#include <stdint.h>

#include <spng.h>

/// Gives spng only what a picture needs: the signature, critical chunks and tRNS. Profiles, texts, animation frames and
/// EXIF are stepped over unread, so a bomb in one of them costs nothing and a broken one breaks nothing.
struct png_source {
    const uint8_t *bytes;
    size_t count, at;
    /// Bytes from `at` that are passed on before the next chunk is looked at.
    size_t passing;
};

void png_source_begin(struct png_source *s, const uint8_t *bytes, size_t count);
int png_source_read(spng_ctx *ctx, void *user, void *to, size_t length);

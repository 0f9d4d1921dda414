#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "cimaging.h"

struct session {
    struct jpeg_compress_struct c;
    struct jpeg_error_mgr errors;
    jmp_buf escape;
    struct imaging_result *result;
    unsigned char *buffer;
    unsigned long length;
};

static void error_exit(j_common_ptr c) {
    struct session *s = c->client_data;
    char text[JMSG_LENGTH_MAX];
    c->err->format_message(c, text);
    snprintf(s->result->message, sizeof s->result->message, "%s", text);
    s->result->status = IMAGING_DAMAGED;
    longjmp(s->escape, 1);
}

static void ignore_message(j_common_ptr c, int level) {
    (void)c;
    (void)level;
}

size_t imaging_jpeg_encode(const uint8_t *rgb, uint32_t width, uint32_t height, int quality, uint8_t **out,
                           struct imaging_result *result) {
    memset(result, 0, sizeof *result);
    *out = NULL;
    struct session *s = calloc(1, sizeof *s);
    if (!s) {
        result->status = IMAGING_NO_MEMORY;
        return 0;
    }
    s->result = result;
    s->c.err = jpeg_std_error(&s->errors);
    s->errors.error_exit = error_exit;
    s->errors.emit_message = ignore_message;
    s->c.client_data = s;
    if (setjmp(s->escape) == 0) {
        jpeg_create_compress(&s->c);
        jpeg_mem_dest(&s->c, &s->buffer, &s->length);
        s->c.image_width = width;
        s->c.image_height = height;
        s->c.input_components = 3;
        s->c.in_color_space = JCS_RGB;
        jpeg_set_defaults(&s->c);
        jpeg_set_quality(&s->c, quality, TRUE);
        jpeg_start_compress(&s->c, TRUE);
        while (s->c.next_scanline < height) {
            // The library does not write to the rows it is given; its type only lacks the word.
            JSAMPROW row = (JSAMPROW)(uintptr_t)(rgb + (size_t)s->c.next_scanline * width * 3);
            jpeg_write_scanlines(&s->c, &row, 1);
        }
        jpeg_finish_compress(&s->c);
    }
    jpeg_destroy_compress(&s->c);
    size_t length = 0;
    if (result->status == IMAGING_OK) {
        *out = s->buffer;
        length = s->length;
    } else {
        free(s->buffer);
    }
    free(s);
    return length;
}

void imaging_free(uint8_t *buffer) { free(buffer); }

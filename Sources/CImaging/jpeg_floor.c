#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "cimaging.h"

struct session {
    struct jpeg_decompress_struct c;
    struct jpeg_error_mgr errors;
    jmp_buf escape;
    uint8_t *row;
    size_t made;
};

static void error_exit(j_common_ptr c) {
    struct session *s = c->client_data;
    s->made = 0;
    longjmp(s->escape, 1);
}

size_t imaging_jpeg_floor(const uint8_t *bytes, size_t count, uint32_t eighths) {
    struct session *s = calloc(1, sizeof *s);
    if (!s) return 0;
    s->c.err = jpeg_std_error(&s->errors);
    s->errors.error_exit = error_exit;
    s->c.client_data = s;
    if (setjmp(s->escape) == 0) {
        jpeg_create_decompress(&s->c);
        jpeg_mem_src(&s->c, bytes, count);
        jpeg_read_header(&s->c, TRUE);
        s->c.out_color_space = JCS_RGB;
        s->c.scale_num = eighths;
        s->c.scale_denom = 8;
        jpeg_start_decompress(&s->c);
        size_t row_bytes = (size_t)s->c.output_width * 3;
        s->row = malloc(row_bytes);
        while (s->row && s->c.output_scanline < s->c.output_height) {
            JSAMPROW row = s->row;
            jpeg_read_scanlines(&s->c, &row, 1);
            s->made += row_bytes;
        }
    }
    jpeg_destroy_decompress(&s->c);
    size_t made = s->made;
    free(s->row);
    free(s);
    return made;
}

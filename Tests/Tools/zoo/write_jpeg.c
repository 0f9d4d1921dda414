// Writes the kinds of JPEG that Pillow cannot: write_jpeg WIDTH HEIGHT CHANNELS [options] < raw samples > file
//   -quality Q  -sample 2x2,1x1,1x1  -arithmetic  -progressive  -rgb  -ycck  -restart ROWS  -restart-mcus N  -planes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    struct jpeg_compress_struct c;
    struct jpeg_error_mgr errors;
    c.err = jpeg_std_error(&errors);
    jpeg_create_compress(&c);
    c.image_width = (JDIMENSION)atoi(argv[1]);
    c.image_height = (JDIMENSION)atoi(argv[2]);
    c.input_components = atoi(argv[3]);
    c.in_color_space = c.input_components == 4 ? JCS_CMYK : c.input_components == 3 ? JCS_RGB : JCS_GRAYSCALE;
    jpeg_set_defaults(&c);
    int quality = 88;
    const char *sampling = NULL;
    boolean progressive = FALSE, planes = FALSE;
    for (int i = 4; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(option, "-quality")) quality = atoi(value), i++;
        else if (!strcmp(option, "-sample")) sampling = value, i++;
        else if (!strcmp(option, "-restart")) c.restart_in_rows = atoi(value), i++;
        else if (!strcmp(option, "-restart-mcus")) c.restart_interval = (unsigned)atoi(value), i++;
        else if (!strcmp(option, "-arithmetic")) c.arith_code = TRUE;
        else if (!strcmp(option, "-progressive")) progressive = TRUE;
        else if (!strcmp(option, "-planes")) planes = TRUE;
        else if (!strcmp(option, "-rgb")) jpeg_set_colorspace(&c, JCS_RGB);
        else if (!strcmp(option, "-ycck")) jpeg_set_colorspace(&c, JCS_YCCK);
        else return 2;
    }
    jpeg_set_quality(&c, quality, TRUE);
    for (int n = 0; sampling && *sampling && n < c.num_components; n++, sampling += strlen(sampling) > 3 ? 4 : 3) {
        c.comp_info[n].h_samp_factor = sampling[0] - '0';
        c.comp_info[n].v_samp_factor = sampling[2] - '0';
    }
    if (progressive) jpeg_simple_progression(&c);
    static jpeg_scan_info scans[4];
    if (planes) {
        for (int n = 0; n < c.num_components; n++)
            scans[n] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {n}, .Se = 63};
        c.scan_info = scans;
        c.num_scans = c.num_components;
    }
    jpeg_stdio_dest(&c, stdout);
    jpeg_start_compress(&c, TRUE);
    size_t length = (size_t)c.image_width * (size_t)c.input_components;
    JSAMPROW row = malloc(length);
    while (c.next_scanline < c.image_height) {
        if (fread(row, 1, length, stdin) != length) return 1;
        jpeg_write_scanlines(&c, &row, 1);
    }
    jpeg_finish_compress(&c);
    jpeg_destroy_compress(&c);
    free(row);
    return 0;
}

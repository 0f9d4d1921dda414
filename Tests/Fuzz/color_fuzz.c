// ICC profiles: what lcms makes of hostile ones. The first byte picks the number of components.
#include <stddef.h>
#include <stdint.h>

#include "imaging_color.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint32_t components[3] = {1, 3, 4};
    if (size < 1) return 0;
    struct imaging_color *color = imaging_color_of_profile(data + 1, size - 1, components[data[0] % 3]);
    if (!color) return 0;
    uint8_t rgb[30] = {0, 1, 2, 255, 254, 253, 128, 127, 126, 10, 200, 30}, stored[3];
    imaging_color_apply(color, rgb, 10);
    imaging_color_reverse(color, rgb, stored);
    imaging_color_free(color);
    return 0;
}

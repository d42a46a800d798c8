/* The minimum cost of a sticker's three files: a PNG is decoded, and for each scale resized, quantized and deflated, in one
   thread with the libraries' defaults. No previews, no sheet, no checks, no fidelity, no output files.

   Prints the CPU milliseconds per picture for decoding, resizing, quantizing and deflating, in one line. */
#include <libdeflate.h>
#include <libimagequant.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <vips/vips.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, vips_error_buffer());
    exit(1);
}

/* Makes one scale in the way of vipsthumbnail: premultiplied, in 8 bits, with vector code. */
static unsigned char *resized(VipsImage *source, int side, int *width, int *height) {
    VipsImage *small;
    if (vips_thumbnail_image(source, &small, side, NULL)) fail("resize");
    size_t bytes;
    unsigned char *pixels = vips_image_write_to_memory(small, &bytes);
    if (!pixels) fail("resize");
    *width = small->Xsize;
    *height = small->Ysize;
    g_object_unref(small);
    return pixels;
}

int main(int count, char **names) {
    if (vips_init(names[0])) fail("vips_init");
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    static const int sides[] = {408, 272, 136};
    double decoding = 0, resizing = 0, quantizing = 0, deflating = 0;
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(9);
    for (int name = 1; name < count; name++) {
        double start = now();
        VipsImage *file, *rgb, *source;
        if (vips_pngload(names[name], &file, NULL) || vips_colourspace(file, &rgb, VIPS_INTERPRETATION_sRGB, NULL))
            fail(names[name]);
        if (!vips_image_hasalpha(rgb)) {
            VipsImage *opaque = rgb;
            if (vips_addalpha(opaque, &rgb, NULL)) fail(names[name]);
            g_object_unref(opaque);
        }
        if (!(source = vips_image_copy_memory(rgb))) fail(names[name]);
        decoding += now() - start;
        for (int scale = 0; scale < 3; scale++) {
            start = now();
            int width, height;
            unsigned char *pixels = resized(source, sides[scale], &width, &height);
            resizing += now() - start;

            start = now();
            liq_attr *attributes = liq_attr_create();
            liq_image *image = liq_image_create_rgba(attributes, pixels, width, height, 0);
            liq_result *result;
            size_t places = (size_t)width * height;
            unsigned char *indices = malloc(places);
            if (liq_image_quantize(image, attributes, &result) != LIQ_OK) fail("quantize");
            liq_set_dithering_level(result, 0);
            liq_write_remapped_image(result, image, indices, places);
            quantizing += now() - start;

            start = now();
            size_t row = width + 1, length = row * height;
            unsigned char *rows = calloc(length, 1);
            for (int y = 0; y < height; y++) memcpy(rows + y * row + 1, indices + (size_t)y * width, width);
            size_t bound = libdeflate_zlib_compress_bound(compressor, length);
            unsigned char *stream = malloc(bound);
            if (!libdeflate_zlib_compress(compressor, rows, length, stream, bound)) fail("deflate");
            deflating += now() - start;

            free(stream);
            free(rows);
            free(indices);
            liq_result_destroy(result);
            liq_image_destroy(image);
            liq_attr_destroy(attributes);
            g_free(pixels);
        }
        g_object_unref(source);
        g_object_unref(rgb);
        g_object_unref(file);
    }
    double pictures = count - 1;
    printf("%.1f %.1f %.1f %.1f\n", decoding / pictures, resizing / pictures, quantizing / pictures,
           deflating / pictures);
    libdeflate_free_compressor(compressor);
    return 0;
}

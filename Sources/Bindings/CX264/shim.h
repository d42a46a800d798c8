#include <stdint.h>
#include <x264.h>

/// Swift does not import x264_encoder_open. It is a macro, because the function has the interface version in its name.
static inline x264_t *x264_encoder_open_current(x264_param_t *settings) { return x264_encoder_open(settings); }

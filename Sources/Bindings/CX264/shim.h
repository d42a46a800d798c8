#include <stdint.h>
#include <x264.h>

/// x264_encoder_open is a macro, because its real name has the number of the interface.
static inline x264_t *x264_encoder_open_current(x264_param_t *settings) { return x264_encoder_open(settings); }

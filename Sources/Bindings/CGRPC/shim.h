#include <grpc/byte_buffer_reader.h>
#include <grpc/grpc.h>
#include <grpc/grpc_security.h>
#include <grpc/support/log.h>

// Swift does not import macros with arguments.
static inline const uint8_t *stickerd_slice_bytes(const grpc_slice *slice) { return GRPC_SLICE_START_PTR(*slice); }
static inline size_t stickerd_slice_count(const grpc_slice *slice) { return GRPC_SLICE_LENGTH(*slice); }

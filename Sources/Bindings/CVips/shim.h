#include <gmodule.h>
#include <vips/vips.h>

/* dladdr(3), which Swift does not import because it needs _GNU_SOURCE: the file from which an address was loaded. */
typedef struct {
    const char *file;
    void *base;
    const char *symbol;
    void *address;
} LoadedFile;

extern int loaded_file(const void *address, LoadedFile *file) __asm__("dladdr");

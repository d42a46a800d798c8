#include <gmodule.h>
#include <vips/vips.h>

/* dladdr(3) finds the file from which an address was loaded. Swift does not import it, because it needs _GNU_SOURCE. */
typedef struct {
    const char *file;
    void *base;
    const char *symbol;
    void *address;
} LoadedFile;

extern int loaded_file(const void *address, LoadedFile *file) __asm__("dladdr");

#include <stddef.h>
#include <sys/statfs.h>

/* Calls of glibc that Swift's own overlay leaves out because they need _GNU_SOURCE. */
extern int syncfs(int descriptor);

/* Gives memory that was freed back to the kernel: from <malloc.h>, which Swift's overlay leaves out. */
extern int malloc_trim(size_t pad);

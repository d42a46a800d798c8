#include <stddef.h>
#include <sys/statfs.h>

/* Calls of glibc that Swift's own overlay leaves out because they need _GNU_SOURCE. */
extern int syncfs(int descriptor);

/* Gives memory that was freed back to the kernel: from <malloc.h>, which Swift's overlay leaves out. */
extern int malloc_trim(size_t pad);

/* Leases of a file, which are of _GNU_SOURCE too: F_SETLEASE and F_SETSIG of fcntl(2). */
enum { LINUX_F_SETSIG = 10, LINUX_F_SETLEASE = 1024 };

extern int pipe2(int ends[2], int flags);

#include <sys/statfs.h>

/* Calls of glibc that Swift's own overlay leaves out because they need _GNU_SOURCE. */
extern int syncfs(int descriptor);

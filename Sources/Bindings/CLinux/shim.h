#include <stddef.h>
#include <stdint.h>
#include <sys/statfs.h>

/* Calls of glibc that Swift's own overlay leaves out because they need _GNU_SOURCE. */
extern int syncfs(int descriptor);

/* Gives memory that was freed back to the kernel: from <malloc.h>, which Swift's overlay leaves out. */
extern int malloc_trim(size_t pad);
/* Settings of malloc, from <malloc.h> too. */
enum { LINUX_M_ARENA_MAX = -8 };
extern int mallopt(int parameter, int value);

/* Leases of a file, which are of _GNU_SOURCE too: F_SETLEASE and F_SETSIG of fcntl(2). */
enum { LINUX_F_SETSIG = 10, LINUX_F_SETLEASE = 1024 };
/* The size of a pipe: F_SETPIPE_SZ of fcntl(2). */
enum { LINUX_F_SETPIPE_SZ = 1031 };

/* The processors of a process, one bit each: sched_getaffinity(2) and sched_setaffinity(2), of _GNU_SOURCE too. */
extern int linux_get_processors(int process, size_t bytes, void *mask) __asm__("sched_getaffinity");
extern int linux_set_processors(int process, size_t bytes, const void *mask) __asm__("sched_setaffinity");

extern int pipe2(int ends[2], int flags);

/* From <elf.h>: what a part of a program or library in memory is for, on machines of 64 bits. */
enum { LINUX_PT_NOTE = 4, LINUX_NT_GNU_BUILD_ID = 3 };
struct linux_program_header {
    uint32_t kind, flags;
    uint64_t offset, address, physicalAddress, fileSize, size, alignment;
};

/* From <link.h>, of _GNU_SOURCE too. Only the first members of the structure are declared. */
struct dl_phdr_info {
    size_t address;
    const char *name;
    const struct linux_program_header *headers;
    uint16_t headerCount;
};
extern int dl_iterate_phdr(int (*visit)(struct dl_phdr_info *, size_t, void *), void *data);

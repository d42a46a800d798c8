#include <stddef.h>
#include <stdint.h>
#include <sys/statfs.h>

/* Calls of glibc that Swift does not import, because they need _GNU_SOURCE. */
extern int syncfs(int descriptor);

/* Returns freed memory to the kernel. From <malloc.h>, which Swift does not import. */
extern int malloc_trim(size_t pad);
/* Settings of malloc, also from <malloc.h>. */
enum { LINUX_M_ARENA_MAX = -8 };
extern int mallopt(int parameter, int value);

/* Leases of a file, which also need _GNU_SOURCE: F_SETLEASE and F_SETSIG of fcntl(2). */
enum { LINUX_F_SETSIG = 10, LINUX_F_SETLEASE = 1024 };
/* The size of a pipe: F_SETPIPE_SZ of fcntl(2). */
enum { LINUX_F_SETPIPE_SZ = 1031 };

/* The processors of a process, one bit each: sched_getaffinity(2) and sched_setaffinity(2), also of _GNU_SOURCE. */
extern int linux_get_processors(int process, size_t bytes, void *mask) __asm__("sched_getaffinity");
extern int linux_set_processors(int process, size_t bytes, const void *mask) __asm__("sched_setaffinity");

extern int pipe2(int ends[2], int flags);

/* From <elf.h>, for 64-bit machines: kinds of program headers and of notes. */
enum { LINUX_PT_NOTE = 4, LINUX_NT_GNU_BUILD_ID = 3 };
struct linux_program_header {
    uint32_t kind, flags;
    uint64_t offset, address, physicalAddress, fileSize, size, alignment;
};

/* From <link.h>, which also needs _GNU_SOURCE. Only the first members of the structure are declared. */
struct dl_phdr_info {
    size_t address;
    const char *name;
    const struct linux_program_header *headers;
    uint16_t headerCount;
};
extern int dl_iterate_phdr(int (*visit)(struct dl_phdr_info *, size_t, void *), void *data);

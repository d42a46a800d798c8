#include <stddef.h>
#include <stdint.h>
#include <sys/statfs.h>

/* The following calls of glibc need _GNU_SOURCE, so Swift does not import them. */
extern int syncfs(int descriptor);

/* Returns freed memory to the kernel. Declared in <malloc.h>, which Swift does not import. */
extern int malloc_trim(size_t pad);
/* Changes a setting of malloc. Also declared in <malloc.h>. */
enum { LINUX_M_ARENA_MAX = -8 };
extern int mallopt(int parameter, int value);

/* Commands of fcntl(2) for leases of a file, F_SETSIG and F_SETLEASE, which also need _GNU_SOURCE. */
enum { LINUX_F_SETSIG = 10, LINUX_F_SETLEASE = 1024 };
/* The command of fcntl(2) for the capacity of a pipe: F_SETPIPE_SZ. */
enum { LINUX_F_SETPIPE_SZ = 1031 };

/* sched_getaffinity(2) and sched_setaffinity(2), which also need _GNU_SOURCE. The mask has one bit per processor. */
extern int linux_get_processors(int process, size_t bytes, void *mask) __asm__("sched_getaffinity");
extern int linux_set_processors(int process, size_t bytes, const void *mask) __asm__("sched_setaffinity");

extern int pipe2(int ends[2], int flags);

/* Kinds of program headers and of notes for 64-bit machines, from <elf.h>. */
enum { LINUX_PT_NOTE = 4, LINUX_NT_GNU_BUILD_ID = 3 };
struct linux_program_header {
    uint32_t kind, flags;
    uint64_t offset, address, physicalAddress, fileSize, size, alignment;
};

/* From <link.h>, which also needs _GNU_SOURCE. Only the first members of the structure are declared here. */
struct dl_phdr_info {
    size_t address;
    const char *name;
    const struct linux_program_header *headers;
    uint16_t headerCount;
};
extern int dl_iterate_phdr(int (*visit)(struct dl_phdr_info *, size_t, void *), void *data);

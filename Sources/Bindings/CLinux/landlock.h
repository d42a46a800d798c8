/* The system calls of Landlock. glibc has no functions for them, and the headers of Debian 12 declare only the first
   version. The numbers of the calls are the same on every processor.
   Source: man7.org/linux/man-pages/man7/landlock.7.html */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>

extern long syscall(long number, ...);

struct landlock_handled {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

struct __attribute__((packed)) landlock_beneath {
    uint64_t allowed;
    int32_t descriptor;
};

/* The version of Landlock in the kernel. -1 if it has none. */
static inline int landlock_version(void) {
    return (int)syscall(444L, (void *)0, (size_t)0, 1U);
}

static inline int landlock_new_ruleset(const struct landlock_handled *handled) {
    return (int)syscall(444L, handled, sizeof *handled, 0U);
}

static inline int landlock_allow(int ruleset, int descriptor, uint64_t rights) {
    struct landlock_beneath rule = {rights, descriptor};
    return (int)syscall(445L, ruleset, 1, &rule, 0U);
}

static inline int landlock_restrict(int ruleset) {
    return (int)syscall(446L, ruleset, 0U);
}

/* Opens a descriptor that only identifies the file at a path. This does not require the right to read the file. */
static inline int open_reference(const char *path) {
    return open(path, __O_PATH | O_CLOEXEC);
}

/* Prevents this process and its children from gaining privileges by executing a program. */
static inline int forbid_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL);
}

/* Always fails: with EFAULT if the kernel can filter system calls, and with EINVAL otherwise (PR_SET_SECCOMP in
   prctl(2)). */
static inline int ask_for_empty_filter(void) {
    return prctl(PR_SET_SECCOMP, 2UL, (void *)0, 0UL, 0UL);
}

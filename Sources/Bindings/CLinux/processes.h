/* Calls for processes that glibc declares only under _GNU_SOURCE, or with a variable number of arguments. */
#include <sys/prctl.h>

extern int close_range(unsigned int first, unsigned int last, int flags);

/* Makes the kernel kill the calling process when the thread that started it ends (PR_SET_PDEATHSIG in prctl(2)). */
static inline int end_with_parent(void) {
    return prctl(PR_SET_PDEATHSIG, 9UL, 0UL, 0UL, 0UL);
}

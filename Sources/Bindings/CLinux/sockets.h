/* Finds the process at the other end of a Unix socket, and accepts connections that child processes do not inherit.
   glibc declares both calls only under _GNU_SOURCE. */
#include <stdint.h>
#include <sys/socket.h>

/* struct ucred, which is the result of SO_PEERCRED (unix(7)). */
struct linux_peer {
    int32_t process;
    uint32_t user;
    uint32_t group;
};

extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

/* Stores the process at the other end in `peer`. Returns 0, or -1 and sets errno. */
static inline int linux_peer_of(int socket, struct linux_peer *peer) {
    socklen_t length = sizeof *peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, peer, &length);
}

/* Accepts a connection. Returns its descriptor, or -1 and sets errno. */
static inline int linux_accept(int socket) {
    return accept4(socket, (struct sockaddr *)0, (socklen_t *)0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

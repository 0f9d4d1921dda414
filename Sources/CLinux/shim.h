// What Swift's Glibc module leaves out (epoll, eventfd) or cannot express without pointer casts (socket addresses).
// Calls that fail return -errno, so that nothing runs between the call and the reading of errno.
#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int pthread_setname_np(pthread_t, const char *);

static inline void torii_name_thread(pthread_t thread, const char *name) { pthread_setname_np(thread, name); }

#ifdef __x86_64__
static inline int torii_has_avx2(void) { return __builtin_cpu_supports("avx2"); }
#else
static inline int torii_has_avx2(void) { return 0; }
#endif

static const uint32_t torii_readable = EPOLLIN | EPOLLRDHUP;
static const uint32_t torii_writable = EPOLLOUT;
static const uint32_t torii_hung_up = EPOLLHUP | EPOLLERR;
static const uint32_t torii_edge_triggered = EPOLLET;

static inline int torii_result(int result) { return result < 0 ? -errno : result; }

static inline int torii_epoll_open(void) { return torii_result(epoll_create1(EPOLL_CLOEXEC)); }

static inline int torii_epoll_add(int epoll, int fd, uint32_t events, uint64_t token) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = events;
    event.data.u64 = token;
    return torii_result(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event));
}

static inline int torii_epoll_remove(int epoll, int fd) {
    return torii_result(epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL));
}

static inline int torii_epoll_wait(int epoll, struct epoll_event *events, int count, int milliseconds) {
    return torii_result(epoll_wait(epoll, events, count, milliseconds));
}

static inline int torii_event_open(void) { return torii_result(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)); }

static inline void torii_event_raise(int fd) {
    uint64_t one = 1;
    ssize_t written = write(fd, &one, sizeof one);
    (void)written;
}

static inline void torii_event_clear(int fd) {
    uint64_t count;
    ssize_t taken = read(fd, &count, sizeof count);
    (void)taken;
}

static inline ssize_t torii_receive(int fd, void *bytes, size_t count) {
    ssize_t result = recv(fd, bytes, count, 0);
    return result < 0 ? -(ssize_t)errno : result;
}

static inline ssize_t torii_send(int fd, const void *bytes, size_t count) {
    ssize_t result = send(fd, bytes, count, MSG_NOSIGNAL);
    return result < 0 ? -(ssize_t)errno : result;
}

static inline int torii_shutdown_writing(int fd) { return torii_result(shutdown(fd, SHUT_WR)); }

static inline int torii_stream_socket(int family) {
    return torii_result(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

static inline int torii_accept(int listener, struct sockaddr_storage *peer) {
    socklen_t size = sizeof *peer;
    memset(peer, 0, sizeof *peer);
    return torii_result(accept4(listener, (struct sockaddr *)peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
}

/// Numeric address without port; empty for anything but IPv4 and IPv6. `text` holds INET6_ADDRSTRLEN bytes.
static inline void torii_address_text(const struct sockaddr_storage *address, char *text) {
    text[0] = 0;
    if (address->ss_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, text, INET6_ADDRSTRLEN);
    } else if (address->ss_family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
        if (IN6_IS_ADDR_V4MAPPED(six)) inet_ntop(AF_INET, &six->s6_addr[12], text, INET6_ADDRSTRLEN);
        else inet_ntop(AF_INET6, six, text, INET6_ADDRSTRLEN);
    }
}

static inline int torii_bound_port(int fd) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) < 0) return -errno;
    if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return 0;
}

/// For a listener: its connections inherit TCP_NODELAY.
static inline void torii_prepare_listener(int fd, int family) {
    int on = 1, off = 0;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
}

static inline int torii_unix_address(struct sockaddr_un *address, const char *path) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) return -ENAMETOOLONG;
    strcpy(address->sun_path, path);
    return 0;
}

static inline int torii_bind_unix(int fd, const char *path) {
    struct sockaddr_un address;
    int result = torii_unix_address(&address, path);
    return result < 0 ? result : torii_result(bind(fd, (struct sockaddr *)&address, sizeof address));
}

static inline int torii_connect_unix(int fd, const char *path) {
    struct sockaddr_un address;
    int result = torii_unix_address(&address, path);
    return result < 0 ? result : torii_result(connect(fd, (struct sockaddr *)&address, sizeof address));
}

// Of <linux/fcntl.h>, which cannot be included beside <fcntl.h>.
enum { torii_set_signal = 10, torii_set_lease = 1024, torii_get_lease = 1025 };

/// Takes a read lease: who wants to write into the file or cut it waits until it is closed. The system tells of that by SIGURG,
/// which is ignored, not by SIGIO, which ends the process.
static inline int torii_lease(int fd) {
    if (fcntl(fd, torii_set_signal, SIGURG) < 0) return -errno;
    return torii_result(fcntl(fd, torii_set_lease, F_RDLCK));
}

static inline int torii_is_leased(int fd) { return fcntl(fd, torii_get_lease) == F_RDLCK; }

// Both thresholds of the C heap: blocks up to this size come from it, and it keeps up to this much when they are freed.
static inline void torii_keep_freed_memory(int bytes) {
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
}

#pragma once
#include <stdint.h>
#include <time.h>

/// Processor time of this thread: a busy machine must not make a good picture look like a bomb.
static inline uint64_t thread_milliseconds(void) {
    struct timespec t;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0) return 0;
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "cimaging.h"

static inline uint64_t clock_milliseconds(clockid_t clock) {
    struct timespec t;
    if (clock_gettime(clock, &t) != 0) return 0;
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/// The processor time of a thread and the time on the wall since a decode began. A busy machine must not make a good
/// picture look like a bomb, so the wall's limit is the wider one: it is for decoders with threads of their own.
struct stopwatch {
    uint64_t processor, wall;
};

static inline struct stopwatch stopwatch_begin(void) {
    return (struct stopwatch){clock_milliseconds(CLOCK_THREAD_CPUTIME_ID), clock_milliseconds(CLOCK_MONOTONIC)};
}

/// Only on the thread that began it.
static inline bool stopwatch_is_over(const struct stopwatch *s, const struct imaging_limits *limits) {
    return clock_milliseconds(CLOCK_THREAD_CPUTIME_ID) - s->processor >= limits->processor_milliseconds ||
           clock_milliseconds(CLOCK_MONOTONIC) - s->wall >= limits->wall_milliseconds;
}

// SPDX-License-Identifier: Apache-2.0
//
// Static probes, which gdb, perf, bpftrace and SystemTap find in a file's notes
// `.note.stapsdt`, provider `graft`. It is in C because Swift has no inline
// assembly.
//
// A probe is a `nop` in a function. A tracer places a breakpoint on it, reads
// the arguments from the registers that the note names, and counts itself in
// the probe's semaphore. Callers look at that before they make the arguments.

#ifndef GRAFT_PROBES_H
#define GRAFT_PROBES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Declares the probe `name`: `graft_is_traced_NAME` says whether a tracer is
/// attached, and `graft_trace_NAME` runs the probe.
///
/// The semaphore is in this image, so that reading it is one load.
#define GRAFT_P_DECLARE_PROBE(name, ...)                                           \
  extern volatile unsigned short graft_##name##_semaphore                          \
      __attribute__((visibility("hidden")));                                       \
  static inline __attribute__((always_inline)) bool graft_is_traced_##name(void) { \
    return __builtin_expect(graft_##name##_semaphore != 0, 0);                     \
  }                                                                                \
  __attribute__((visibility("hidden"))) void graft_trace_##name(__VA_ARGS__)

// Changes of images. Records are those of the section `graft_descriptors`.

GRAFT_P_DECLARE_PROBE(image_arrived, const char *path, uint64_t record_count);
GRAFT_P_DECLARE_PROBE(image_refused, const char *path, const char *reason);
GRAFT_P_DECLARE_PROBE(image_withdrawn, const char *path);
GRAFT_P_DECLARE_PROBE(image_reinstated, const char *path);
GRAFT_P_DECLARE_PROBE(image_superseded, const char *path, const char *newer_path);
GRAFT_P_DECLARE_PROBE(image_rolled_back, const char *path);

/// Another extension answers a requirement; its name is empty if there is none.
GRAFT_P_DECLARE_PROBE(answer_changed, const char *protocol, const char *requirement,
                      const char *subject, const char *extension);

// An advice was installed, or removed. It is named by its name, or by the
// source line that installed it.

GRAFT_P_DECLARE_PROBE(advice_in, const char *advice, const char *requirement,
                      const char *subject);
GRAFT_P_DECLARE_PROBE(advice_out, const char *advice, const char *requirement,
                      const char *subject);

// A call that a pointcut has chosen, with what the pointcut does before and
// after it. Both have the identity that the pointcut sees.

GRAFT_P_DECLARE_PROBE(call_begin, uint64_t call, const char *protocol, const char *requirement,
                      const char *subject);
GRAFT_P_DECLARE_PROBE(call_end, uint64_t call, const char *protocol, const char *requirement,
                      const char *subject, uint64_t has_thrown);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
//
// How advice is taken out of a running program. A call reads a link and what it
// holds without retaining either. A link lives for ever, but what it runs, and what
// that has captured, is released once no thread can be inside: each thread counts
// how deep it is in advised calls, and membarrier(2) makes the counters of all
// threads current for the one that releases. So a call pays no atomic operation.

#ifndef GRAFT_ADVICE_H
#define GRAFT_ADVICE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where the link of an advice finds what to run: a retained object, or 0 once the
/// advice is removed.
typedef struct graft_advice_slot {
  uintptr_t body;
} graft_advice_slot;

/// How many advised calls this thread is in. Far below 0 while the thread is not
/// known yet, or has to look at what is retired when it leaves the last call.
///
/// In the static TLS block, where an access is one instruction; it needs no more
/// than these 8 bytes, and 8 for `graft_next_call`, of the room that the dynamic linker
/// keeps for late images.
extern __thread int64_t graft_advice_depth __attribute__((tls_model("initial-exec")));

void graft_enter_advice_slowly(void);
void graft_leave_advice_slowly(void);

// The first call that a thread enters and the last that it leaves store constants: a
// sum would be known only when the one before it has gone through memory, which would
// make a call wait for the one before. The compiler is not to see that they are sums.
static inline __attribute__((always_inline)) int64_t graft_advice_constant(int64_t constant) {
  __asm__("" : "+r"(constant));
  return constant;
}

static inline __attribute__((always_inline)) void graft_set_advice_depth(int64_t depth) {
  __atomic_store_n(&graft_advice_depth, depth, __ATOMIC_RELAXED);
}

/// Enters an advised call. What it returns can be used until this thread leaves.
static inline __attribute__((always_inline)) uintptr_t graft_enter_advice(
    const graft_advice_slot *slot) {
  int64_t depth = __atomic_load_n(&graft_advice_depth, __ATOMIC_RELAXED);
  if (__builtin_expect(depth == 0, 1)) {
    graft_set_advice_depth(graft_advice_constant(1));
  } else {
    graft_set_advice_depth(depth + 1);
    if (__builtin_expect(depth < 0, 0)) graft_enter_advice_slowly();
  }
  // The processor's part of this fence is membarrier, in the thread that releases.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return __atomic_load_n(&slot->body, __ATOMIC_ACQUIRE);
}

enum { GRAFT_ADVICE_NOT_ENTERED = 1 };

/// Enters one where nothing is in the way. It calls nothing, so that it costs the
/// caller no registers. Returns what to run, 0 if there is nothing, or
/// `GRAFT_ADVICE_NOT_ENTERED`: then `graft_enter_advice` is to be called.
static inline __attribute__((always_inline)) uintptr_t graft_enter_advice_quickly(
    const graft_advice_slot *slot) {
  int64_t depth = __atomic_load_n(&graft_advice_depth, __ATOMIC_RELAXED);
  if (__builtin_expect(depth == 0, 1)) {
    graft_set_advice_depth(graft_advice_constant(1));
  } else if (depth < 0) {
    return GRAFT_ADVICE_NOT_ENTERED;
  } else {
    graft_set_advice_depth(depth + 1);
  }
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return __atomic_load_n(&slot->body, __ATOMIC_ACQUIRE);
}

/// Leaves it, on the thread that entered.
static inline __attribute__((always_inline)) void graft_leave_advice(void) {
  int64_t depth = __atomic_load_n(&graft_advice_depth, __ATOMIC_RELAXED);
  // What was done with the body is over before others see that the thread has left.
  if (__builtin_expect(depth == 1, 1)) {
    __atomic_store_n(&graft_advice_depth, graft_advice_constant(0), __ATOMIC_RELEASE);
  } else {
    __atomic_store_n(&graft_advice_depth, depth - 1, __ATOMIC_RELEASE);
    if (__builtin_expect(depth <= 0, 0)) graft_leave_advice_slowly();
  }
}

/// Whether this thread is in an advised call.
static inline bool graft_is_in_advice(void) {
  int64_t depth = __atomic_load_n(&graft_advice_depth, __ATOMIC_RELAXED);
  return depth != 0 && depth > INT64_MIN / 2;
}

/// What calls that reach the slot run from now on. Returns what they ran before.
static inline uintptr_t graft_exchange_advice(graft_advice_slot *slot, uintptr_t body) {
  return __atomic_exchange_n(&slot->body, body, __ATOMIC_SEQ_CST);
}

/// For what has been taken out of its slot just now: it may be released once
/// `graft_quiescent_epoch` is as high as this.
uint64_t graft_retire_epoch(void);

/// The epoch up to which no thread is in a call any more that could have seen what
/// was retired. 0 where the kernel has no membarrier: then nothing is released.
uint64_t graft_quiescent_epoch(void);

/// What a thread does when it leaves the last of the calls during which it asked for
/// this: the registry releases what it can.
void graft_when_advice_is_left(void (*release)(void));

/// A number for a call, which no other has; never 0.
uint64_t graft_next_call(void);

#ifdef __cplusplus
}
#endif

#endif

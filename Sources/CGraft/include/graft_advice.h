// SPDX-License-Identifier: Apache-2.0
//
// Removes advice from a running program. A slot is a word with the body that
// calls run, or 0. Calls read it without retaining the body, so a removed body
// is released once no call can be running it: when each counter of the slot's
// bucket has been at zero since the removal, as in sleepable RCU.
// docs/memory-order.md has the proof, and what the quoted names mean.

#ifndef GRAFT_ADVICE_H
#define GRAFT_ADVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The bits of 16 stripes' counters fit into a word. Slots share a bucket by
/// their addresses: a call that does not end keeps what was removed from one
/// other slot in a thousand.
enum { GRAFT_ADVICE_STRIPES = 16, GRAFT_ADVICE_BUCKETS = 1024 };

/// The numbers of calls that some threads are in, by bucket and phase. Other
/// threads write other cache lines.
typedef struct graft_advice_stripe {
  uint32_t calls[GRAFT_ADVICE_BUCKETS][2];
} graft_advice_stripe __attribute__((aligned(64)));

typedef struct graft_advice_bucket {
  uint32_t phase;
  /// The counters whose last call to leave releases removed bodies, one bit for
  /// each stripe and phase.
  uint32_t waited;
} graft_advice_bucket;

extern graft_advice_stripe graft_advice_stripes[GRAFT_ADVICE_STRIPES];
extern graft_advice_bucket graft_advice_buckets[GRAFT_ADVICE_BUCKETS];
/// The number of the thread's stripe, from 1; 0 before its first advised call.
///
/// It and the counter of `graft_next_call` are in the static TLS block: 12
/// bytes of the space that the dynamic linker reserves for images opened later.
extern __thread unsigned graft_advice_thread __attribute__((tls_model("initial-exec")));

unsigned graft_choose_advice_stripe(void);
void graft_leave_waited_advice(const uint32_t *counter);

static inline __attribute__((always_inline)) unsigned graft_bucket_of_advice(
    const uintptr_t *slot) {
  return (unsigned)((uint64_t)(uintptr_t)slot * UINT64_C(0x9e3779b97f4a7c15) >> 54);
}

/// Enters a call of the slot's advice: what it then reads from the slot lives
/// until it leaves the returned counter, on any thread.
static inline __attribute__((always_inline)) uint32_t *graft_enter_advice(
    const uintptr_t *slot) {
  unsigned stripe = graft_advice_thread;
  if (__builtin_expect(stripe == 0, 0)) stripe = graft_choose_advice_stripe();
  unsigned bucket = graft_bucket_of_advice(slot);
  // "Read phase".
  uint32_t phase = __atomic_load_n(&graft_advice_buckets[bucket].phase, __ATOMIC_RELAXED);
  uint32_t *counter = &graft_advice_stripes[stripe - 1].calls[bucket][phase];
  // "Count call".
  __atomic_fetch_add(counter, 1, __ATOMIC_ACQUIRE);
  return counter;
}

/// The slot's body, for a call that has entered: "call body".
static inline __attribute__((always_inline)) uintptr_t graft_entered_advice(
    const uintptr_t *slot) {
  return __atomic_load_n(slot, __ATOMIC_ACQUIRE);
}

/// Leaves a call.
static inline __attribute__((always_inline)) void graft_leave_advice(uint32_t *counter) {
  // "Uncount call".
  if (__atomic_fetch_sub(counter, 1, __ATOMIC_ACQ_REL) != 1) return;
  size_t index = (size_t)(counter - graft_advice_stripes[0].calls[0]) / 2 % GRAFT_ADVICE_BUCKETS;
  // "See wait".
  uint32_t waited = __atomic_load_n(&graft_advice_buckets[index].waited, __ATOMIC_RELAXED);
  if (__builtin_expect(waited != 0, 0)) graft_leave_waited_advice(counter);
}

/// Replaces the slot's body: "exchange body". Returns the previous one.
static inline uintptr_t graft_exchange_advice(uintptr_t *slot, uintptr_t body) {
  return __atomic_exchange_n(slot, body, __ATOMIC_ACQ_REL);
}

/// Looks at counters of a bucket, one bit for each, and returns those that are
/// not at zero. The last call that leaves one of them calls `release`, without a
/// lock. One thread at a time may look.
uint32_t graft_look_at_advice(unsigned bucket, uint32_t counters, void (*release)(void));

/// A unique number for a call; never 0.
uint64_t graft_next_call(void);

#ifdef __cplusplus
}
#endif

#endif

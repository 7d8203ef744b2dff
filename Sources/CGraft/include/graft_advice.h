// SPDX-License-Identifier: Apache-2.0
//
// How advice is taken out of a running program. A call reads a link and what it
// holds without retaining either. A link lives for ever, but what it runs, and what
// that has captured, is released once no thread can be inside: each thread notes in
// which advised calls it is, and membarrier(2) makes the notes of all threads current
// for the one that releases. So a call pays no atomic operation.

#ifndef GRAFT_ADVICE_H
#define GRAFT_ADVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where calls find what advice is to run: a retained object, or 0 while there is none.
typedef struct graft_advice_slot {
  uintptr_t body;
} graft_advice_slot;

enum { GRAFT_ADVICE_NOTED_DEPTH = 8 };

/// The advised calls that this thread is in.
///
/// In the static TLS block, where an access is one instruction; it needs no more than
/// these 72 bytes, and 8 for `graft_next_call`, of the room that the dynamic linker keeps
/// for late images.
typedef struct graft_advice_calls {
  /// How many there are. Far below 0 while the thread is not known yet, or has to look at
  /// what is retired when it leaves the last call.
  int64_t depth;
  /// The slots of the outermost ones. Those of deeper ones are kept elsewhere.
  const graft_advice_slot *slots[GRAFT_ADVICE_NOTED_DEPTH];
} graft_advice_calls;

extern __thread graft_advice_calls graft_advice_thread
    __attribute__((tls_model("initial-exec")));

void graft_enter_advice_slowly(const graft_advice_slot *slot);
void graft_leave_advice_slowly(void);

// The first call that a thread enters and the last that it leaves store constants: a
// sum would be known only when the one before it has gone through memory, which would
// make a call wait for the one before. The compiler is not to see that they are sums.
static inline __attribute__((always_inline)) int64_t graft_advice_constant(int64_t constant) {
  __asm__("" : "+r"(constant));
  return constant;
}

/// "Note depth".
static inline __attribute__((always_inline)) void graft_set_advice_depth(int64_t depth) {
  __atomic_store_n(&graft_advice_thread.depth, depth, __ATOMIC_RELAXED);
}

/// Notes the slot of a call at a depth, before the depth says that it is there: "note slot".
static inline __attribute__((always_inline)) void graft_note_advice(
    int64_t depth, const graft_advice_slot *slot) {
  // What was done in the call before, with another slot here, is over.
  __atomic_store_n(&graft_advice_thread.slots[depth], slot, __ATOMIC_RELEASE);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/// Enters a call that is not in another advised one of its thread. False if it is in one:
/// then nothing was done.
static inline __attribute__((always_inline)) bool graft_enter_outermost_advice(
    const graft_advice_slot *slot) {
  int64_t depth = __atomic_load_n(&graft_advice_thread.depth, __ATOMIC_RELAXED);
  if (__builtin_expect(depth != 0, 0)) return false;
  graft_note_advice(0, slot);
  graft_set_advice_depth(graft_advice_constant(1));
  return true;
}

/// What a call finds that has entered.
static inline __attribute__((always_inline)) uintptr_t graft_entered_advice(
    const graft_advice_slot *slot) {
  // The processor's part of this fence is membarrier, in the thread that releases. "Call
  // body".
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return __atomic_load_n(&slot->body, __ATOMIC_ACQUIRE);
}

/// Enters an advised call. What it returns can be used until this thread leaves.
static inline __attribute__((always_inline)) uintptr_t graft_enter_advice(
    const graft_advice_slot *slot) {
  if (!graft_enter_outermost_advice(slot)) graft_enter_advice_slowly(slot);
  return graft_entered_advice(slot);
}

/// Leaves it, on the thread that entered.
static inline __attribute__((always_inline)) void graft_leave_advice(void) {
  int64_t depth = __atomic_load_n(&graft_advice_thread.depth, __ATOMIC_RELAXED);
  // What was done with the body is over before others see that the thread has left: "leave
  // advice".
  if (__builtin_expect(depth == 1, 1)) {
    __atomic_store_n(&graft_advice_thread.depth, graft_advice_constant(0), __ATOMIC_RELEASE);
  } else {
    __atomic_store_n(&graft_advice_thread.depth, depth - 1, __ATOMIC_RELEASE);
    if (__builtin_expect(depth <= 0, 0)) graft_leave_advice_slowly();
  }
}

/// What calls that reach the slot run from now on: "exchange body". Returns what they ran
/// before.
static inline uintptr_t graft_exchange_advice(graft_advice_slot *slot, uintptr_t body) {
  return __atomic_exchange_n(&slot->body, body, __ATOMIC_SEQ_CST);
}

/// Makes what all threads have noted of their calls current for this one. False where the
/// kernel has no membarrier: then nothing can be released.
bool graft_see_advice_calls(void);

/// Whether that is possible here.
bool graft_can_see_advice_calls(void);

/// The threads in calls of the slot, by their numbers, after `graft_see_advice_calls`. Only
/// these can be running what was taken out of the slot before that. Copies up to `capacity`
/// numbers, and returns how many there are.
size_t graft_threads_in_advice(const graft_advice_slot *slot, uint64_t *threads,
                               size_t capacity);

/// Those of some threads that are still in calls of the slot. A thread that was once seen
/// outside of them has left the call that it was in: what it enters then finds what is in the
/// slot now. Keeps these at the beginning of `threads`, and returns how many they are.
size_t graft_still_in_advice(const graft_advice_slot *slot, uint64_t *threads, size_t count);

/// Whether this thread is in a call of the slot.
bool graft_is_here_in_advice(const graft_advice_slot *slot);

/// What a thread does when it leaves the last of the calls during which it asked for
/// this: the registry releases what it can.
void graft_when_advice_is_left(void (*release)(void));

/// A number for a call, which no other has; never 0.
uint64_t graft_next_call(void);

#ifdef __cplusplus
}
#endif

#endif

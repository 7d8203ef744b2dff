// SPDX-License-Identifier: Apache-2.0
//
// Removes advice from a running program. A call reads a link and its contents
// without retaining them. Links live for ever, but a removed body, with its
// captures, is released once no thread can be inside it: each thread notes the
// advised calls that it is in, and membarrier(2) makes these notes visible to
// the releasing thread. So a call needs no atomic read-modify-write.

#ifndef GRAFT_ADVICE_H
#define GRAFT_ADVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A slot with the advice that calls run: a retained object, or 0 for none.
typedef struct graft_advice_slot {
  uintptr_t body;
} graft_advice_slot;

enum { GRAFT_ADVICE_NOTED_DEPTH = 8 };

/// The advised calls that a thread is in.
///
/// It is in the static TLS block, where an access is one instruction. It takes
/// 72 bytes, and `graft_next_call` 8, of the space that the dynamic linker
/// reserves for images opened later.
typedef struct graft_advice_calls {
  /// The number of calls. It is far below 0 while the thread is not known yet,
  /// or has to release retired advice when it leaves its last call.
  int64_t depth;
  /// The slots of the outermost calls; the slots of deeper ones are kept
  /// elsewhere.
  const graft_advice_slot *slots[GRAFT_ADVICE_NOTED_DEPTH];
} graft_advice_calls;

extern __thread graft_advice_calls graft_advice_thread
    __attribute__((tls_model("initial-exec")));

void graft_enter_advice_slowly(const graft_advice_slot *slot);
void graft_leave_advice_slowly(void);

// Hides from the compiler that a stored depth is a sum. The first call that a
// thread enters and the last that it leaves store constants; a sum would have
// to wait for the previous store to go through memory.
static inline __attribute__((always_inline)) int64_t graft_advice_constant(int64_t constant) {
  __asm__("" : "+r"(constant));
  return constant;
}

/// Sets the depth: "note depth".
static inline __attribute__((always_inline)) void graft_set_advice_depth(int64_t depth) {
  __atomic_store_n(&graft_advice_thread.depth, depth, __ATOMIC_RELAXED);
}

/// Notes a call's slot at a depth, before the depth includes it: "note slot".
static inline __attribute__((always_inline)) void graft_note_advice(
    int64_t depth, const graft_advice_slot *slot) {
  // The previous call at this depth, in another slot, is over.
  __atomic_store_n(&graft_advice_thread.slots[depth], slot, __ATOMIC_RELEASE);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/// Enters a call unless this thread is already in an advised one. False if it
/// is: then nothing was done.
static inline __attribute__((always_inline)) bool graft_enter_outermost_advice(
    const graft_advice_slot *slot) {
  int64_t depth = __atomic_load_n(&graft_advice_thread.depth, __ATOMIC_RELAXED);
  if (__builtin_expect(depth != 0, 0)) return false;
  graft_note_advice(0, slot);
  graft_set_advice_depth(graft_advice_constant(1));
  return true;
}

/// The slot's body, for a call that has entered.
static inline __attribute__((always_inline)) uintptr_t graft_entered_advice(
    const graft_advice_slot *slot) {
  // membarrier, in the releasing thread, is the processor's half of this fence.
  // "Call body".
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return __atomic_load_n(&slot->body, __ATOMIC_ACQUIRE);
}

/// Enters an advised call. The returned body can be used until this thread
/// leaves.
static inline __attribute__((always_inline)) uintptr_t graft_enter_advice(
    const graft_advice_slot *slot) {
  if (!graft_enter_outermost_advice(slot)) graft_enter_advice_slowly(slot);
  return graft_entered_advice(slot);
}

/// Leaves an advised call, on the thread that entered it.
static inline __attribute__((always_inline)) void graft_leave_advice(void) {
  int64_t depth = __atomic_load_n(&graft_advice_thread.depth, __ATOMIC_RELAXED);
  // The body's use is over before others see that the thread has left: "leave
  // advice".
  if (__builtin_expect(depth == 1, 1)) {
    __atomic_store_n(&graft_advice_thread.depth, graft_advice_constant(0), __ATOMIC_RELEASE);
  } else {
    __atomic_store_n(&graft_advice_thread.depth, depth - 1, __ATOMIC_RELEASE);
    if (__builtin_expect(depth <= 0, 0)) graft_leave_advice_slowly();
  }
}

/// Replaces the body that calls through the slot run: "exchange body". Returns
/// the previous body.
static inline uintptr_t graft_exchange_advice(graft_advice_slot *slot, uintptr_t body) {
  return __atomic_exchange_n(&slot->body, body, __ATOMIC_SEQ_CST);
}

/// Makes the notes of all threads visible to this one. False if the kernel has
/// no membarrier: then nothing can be released.
bool graft_see_advice_calls(void);

/// Whether `graft_see_advice_calls` works here.
bool graft_can_see_advice_calls(void);

/// Finds the threads in calls of the slot, after `graft_see_advice_calls`. Only
/// these can be running a body that was removed from the slot before that.
/// Copies up to `capacity` numbers of threads, and returns the count of all.
size_t graft_threads_in_advice(const graft_advice_slot *slot, uint64_t *threads,
                               size_t capacity);

/// Finds which of some threads are still in calls of the slot. A thread that
/// was once seen outside has left the call it was in: a call that it enters
/// then runs the slot's current body. Keeps these at the start of `threads`,
/// and returns their count.
size_t graft_still_in_advice(const graft_advice_slot *slot, uint64_t *threads, size_t count);

/// Whether this thread is in a call of the slot.
bool graft_is_here_in_advice(const graft_advice_slot *slot);

/// Sets the function that a thread calls when it leaves its last advised call,
/// if that was requested meanwhile: the registry releases what it can.
void graft_when_advice_is_left(void (*release)(void));

/// A unique number for a call; never 0.
uint64_t graft_next_call(void);

#ifdef __cplusplus
}
#endif

#endif

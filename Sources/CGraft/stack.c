// SPDX-License-Identifier: Apache-2.0
//
// How much is left of a thread's stack.

#define _GNU_SOURCE
#include <pthread.h>

#include "graft_metadata.h"
#include "loader.h"

// What it takes to say that there is no more, in bytes, and at most this part of all.
enum { RESERVED = 1 << 17, RESERVED_PART = 8 };

typedef struct {
  bool is_known;
  uintptr_t start;
  uintptr_t reserved_stop;
} stack;

static stack this_stack(void) {
  stack known = {.is_known = true};
  pthread_attr_t attributes;
  void *start;
  size_t byte_count;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return known;
  if (pthread_attr_getstack(&attributes, &start, &byte_count) == 0) {
    size_t part = byte_count / RESERVED_PART;
    known.start = (uintptr_t)start;
    known.reserved_stop = known.start + (part < RESERVED ? part : RESERVED);
  }
  pthread_attr_destroy(&attributes);
  return known;
}

bool graft_is_stack_used_up(void) {
  static __thread stack own;
  if (!own.is_known) own = this_stack();
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  // A coroutine may be on another one.
  return here >= own.start && here < own.reserved_stop;
}

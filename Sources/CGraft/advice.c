// SPDX-License-Identifier: Apache-2.0
//
// Counts advised calls; see `graft_advice.h`.

#include "graft_advice.h"

graft_advice_stripe graft_advice_stripes[GRAFT_ADVICE_STRIPES];
graft_advice_bucket graft_advice_buckets[GRAFT_ADVICE_BUCKETS];
__thread unsigned graft_advice_thread;

static void (*release_removed)(void);

unsigned graft_choose_advice_stripe(void) {
  static unsigned thread_count;
  unsigned number = __atomic_fetch_add(&thread_count, 1, __ATOMIC_RELAXED);
  return graft_advice_thread = number % GRAFT_ADVICE_STRIPES + 1;
}

static uint32_t bit(size_t stripe, size_t phase) { return UINT32_C(1) << (2 * stripe + phase); }

void graft_leave_waited_advice(const uint32_t *counter) {
  size_t index = (size_t)(counter - graft_advice_stripes[0].calls[0]);
  const graft_advice_bucket *bucket = &graft_advice_buckets[index / 2 % GRAFT_ADVICE_BUCKETS];
  uint32_t own = bit(index / 2 / GRAFT_ADVICE_BUCKETS, index % 2);
  if (__atomic_load_n(&bucket->waited, __ATOMIC_RELAXED) & own)
    __atomic_load_n(&release_removed, __ATOMIC_ACQUIRE)();
}

uint32_t graft_look_at_advice(unsigned number, uint32_t counters, void (*release)(void)) {
  graft_advice_bucket *bucket = &graft_advice_buckets[number];
  __atomic_store_n(&release_removed, release, __ATOMIC_RELEASE);
  __atomic_store_n(&bucket->waited, counters, __ATOMIC_RELAXED);  // "Wait".
  uint32_t left = 0;
  for (size_t i = 0; i < GRAFT_ADVICE_STRIPES; i++) {
    for (size_t j = 0; j < 2; j++) {
      // "Look": a change, so that it reads the last count.
      if (counters & bit(i, j) &&
          __atomic_fetch_add(&graft_advice_stripes[i].calls[number][j], 0, __ATOMIC_ACQ_REL) != 0)
        left |= bit(i, j);
    }
  }
  // "Change phase": later calls don't hold a counter up that is waited for.
  uint32_t phase = __atomic_load_n(&bucket->phase, __ATOMIC_RELAXED);
  if (left & UINT32_C(0x55555555) << phase)
    __atomic_store_n(&bucket->phase, 1 - phase, __ATOMIC_RELAXED);
  __atomic_store_n(&bucket->waited, left, __ATOMIC_RELAXED);
  return left;
}

uint64_t graft_next_call(void) {
  static uint64_t blocks;
  static __thread uint64_t last __attribute__((tls_model("initial-exec")));
  // A thread takes a block of numbers, so that calls don't write memory that
  // other threads write.
  const uint64_t block_size = 1 << 16;
  if (last % block_size == 0) last = __atomic_fetch_add(&blocks, block_size, __ATOMIC_RELAXED);
  return ++last;
}

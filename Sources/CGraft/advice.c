// SPDX-License-Identifier: Apache-2.0
//
// Which threads are in advised calls; `graft_advice.h` says what for.

#include "graft_advice.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// Added to the depth of a thread that has to look at what is retired.
static const int64_t ASKED = INT64_MIN / 2;

__thread int64_t graft_advice_depth = INT64_MIN;

typedef struct thread {
  struct thread *next;
  struct thread *previous;
  const int64_t *depth;
  /// The epoch at which the thread was last seen outside of advised calls.
  uint64_t quiescent_epoch;
} thread;

// Held for a few instructions for each thread, and in a child of fork never by
// another one: see `start_in_child`.
static pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;
static thread threads = {.next = &threads, .previous = &threads};
static pthread_key_t thread_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_membarrier;
static uint64_t epoch;
static void (*release_retired)(void);

static void forget_thread(void *forgotten) {
  thread *self = forgotten;
  pthread_mutex_lock(&threads_lock);
  self->previous->next = self->next;
  self->next->previous = self->previous;
  pthread_mutex_unlock(&threads_lock);
  free(self);
  // Destructors of other keys may still make advised calls.
  graft_advice_depth = INT64_MIN;
}

// Other threads are not in a child of fork, wherever they were.
static void start_in_child(void) {
  pthread_mutex_init(&threads_lock, NULL);
  thread *self = pthread_getspecific(thread_key);
  threads.next = threads.previous = &threads;
  if (self == NULL) return;
  self->next = self->previous = &threads;
  threads.next = threads.previous = self;
}

static void prepare(void) {
  pthread_key_create(&thread_key, forget_thread);
  pthread_atfork(NULL, NULL, start_in_child);
  has_membarrier =
      syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

static void make_known(void) {
  pthread_once(&once, prepare);
  thread *self = calloc(1, sizeof(*self));
  if (self == NULL || pthread_setspecific(thread_key, self) != 0) {
    fputs("graft: no memory to keep a thread's advice from being released\n", stderr);
    abort();
  }
  self->depth = &graft_advice_depth;
  // What was retired by now, this thread can't have seen.
  self->quiescent_epoch = __atomic_load_n(&epoch, __ATOMIC_SEQ_CST);
  pthread_mutex_lock(&threads_lock);
  self->next = &threads;
  self->previous = threads.previous;
  threads.previous->next = self;
  threads.previous = self;
  pthread_mutex_unlock(&threads_lock);
}

void graft_enter_advice_slowly(void) {
  if (graft_advice_depth >= ASKED) return;
  make_known();
  __atomic_store_n(&graft_advice_depth, 1, __ATOMIC_SEQ_CST);
}

void graft_leave_advice_slowly(void) {
  if (graft_advice_depth != ASKED) return;
  __atomic_store_n(&graft_advice_depth, 0, __ATOMIC_RELEASE);
  void (*release)(void) = __atomic_load_n(&release_retired, __ATOMIC_ACQUIRE);
  release();
}

void graft_when_advice_is_left(void (*release)(void)) {
  int64_t depth = graft_advice_depth;
  if (depth <= 0) return;
  __atomic_store_n(&release_retired, release, __ATOMIC_RELEASE);
  __atomic_store_n(&graft_advice_depth, depth + ASKED, __ATOMIC_RELAXED);
}

uint64_t graft_retire_epoch(void) { return __atomic_add_fetch(&epoch, 1, __ATOMIC_SEQ_CST); }

uint64_t graft_quiescent_epoch(void) {
  pthread_once(&once, prepare);
  if (!has_membarrier) return 0;
  uint64_t quiescent = __atomic_load_n(&epoch, __ATOMIC_SEQ_CST);
  // A thread that had read a slot before it was emptied has counted itself before
  // that; after this, its count is seen here.
  //
  // ThreadSanitizer does not know membarrier, and need not: that what a call did with
  // a body comes before its release, it knows from the depth, which is stored with
  // release order when the thread leaves and loaded with acquire order below.
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  uint64_t now = quiescent;
  pthread_mutex_lock(&threads_lock);
  for (thread *each = threads.next; each != &threads; each = each->next) {
    int64_t depth = __atomic_load_n(each->depth, __ATOMIC_ACQUIRE);
    if (depth == 0) each->quiescent_epoch = now;
    if (each->quiescent_epoch < quiescent) quiescent = each->quiescent_epoch;
  }
  pthread_mutex_unlock(&threads_lock);
  return quiescent;
}

uint64_t graft_next_call(void) {
  static uint64_t blocks;
  static __thread uint64_t last __attribute__((tls_model("initial-exec")));
  // A thread takes many at a time: calls do not write what other threads write.
  const uint64_t block_size = 1 << 16;
  if (last % block_size == 0) last = __atomic_fetch_add(&blocks, block_size, __ATOMIC_RELAXED);
  return ++last;
}

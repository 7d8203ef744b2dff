// SPDX-License-Identifier: Apache-2.0
//
// Tracks which threads are in advised calls; see `graft_advice.h`.

#include "graft_advice.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "loader.h"

// Added to the depth of a thread that has to release retired advice when it
// leaves its last call.
static const int64_t ASKED = INT64_MIN / 2;
// The depth of a forgotten thread: it is ending, and makes advised calls in
// destructors of other keys. It is not made known again, since this may be
// their last round. Its calls are counted in its depth, from here on, and
// together with those of all such threads.
static const int64_t FORGOTTEN = INT64_MIN + (INT64_C(1) << 40);
static const int64_t FORGOTTEN_DEPTH = INT64_C(1) << 32;
static int64_t unknown_calls;

__thread graft_advice_calls graft_advice_thread = {.depth = INT64_MIN};

typedef struct thread {
  struct thread *next;
  struct thread *previous;
  /// The thread's number, which is never used again.
  uint64_t number;
  const graft_advice_calls *calls;
  /// The slots that don't fit into `calls`; moved with `threads_lock` held.
  const graft_advice_slot **deeper;
  int64_t deeper_capacity;
} thread;

// Held for a few instructions for each thread. A child of fork starts with a
// new one: see `graft_p_start_advice_in_child`.
static pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;
static thread threads = {.next = &threads, .previous = &threads};
static pthread_key_t thread_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint64_t thread_count;
// Stands for all forgotten threads where a thread's number is expected.
static const uint64_t FORGOTTEN_THREADS = 0;
static bool is_prepared, has_membarrier;
static void (*release_retired)(void);

static bool is_forgotten(int64_t depth) {
  return depth >= FORGOTTEN && depth < FORGOTTEN + FORGOTTEN_DEPTH;
}

static void forget_thread(void *forgotten) {
  thread *self = forgotten;
  pthread_mutex_lock(&threads_lock);
  self->previous->next = self->next;
  self->next->previous = self->previous;
  pthread_mutex_unlock(&threads_lock);
  free(self->deeper);
  free(self);
  graft_advice_thread.depth = FORGOTTEN;
}

static void prepare(void) {
  pthread_key_create(&thread_key, forget_thread);
  has_membarrier = graft_p_prepare_to_see_threads();
  is_prepared = true;
}

// Forgets the other threads, which do not exist in a child of fork.
void graft_p_start_advice_in_child(void) {
  pthread_mutex_init(&threads_lock, NULL);
  int64_t depth = graft_advice_thread.depth;
  unknown_calls = is_forgotten(depth) ? depth - FORGOTTEN : 0;
  if (!is_prepared) return;
  thread *self = pthread_getspecific(thread_key);
  threads.next = threads.previous = &threads;
  if (self == NULL) return;
  self->next = self->previous = &threads;
  threads.next = threads.previous = self;
}

static void fail(void) {
  fputs("graft: no memory to keep a thread's advice from being released\n", stderr);
  abort();
}

static void make_known(void) {
  pthread_once(&once, prepare);
  thread *self = calloc(1, sizeof(*self));
  if (self == NULL || pthread_setspecific(thread_key, self) != 0) fail();
  self->calls = &graft_advice_thread;
  pthread_mutex_lock(&threads_lock);
  self->number = ++thread_count;
  self->next = &threads;
  self->previous = threads.previous;
  threads.previous->next = self;
  threads.previous = self;
  pthread_mutex_unlock(&threads_lock);
}

// Undoes `ASKED`: such a depth is always below 0.
static int64_t real_depth(int64_t depth) {
  return depth < 0 && depth >= ASKED ? depth - ASKED : depth;
}

static void note_deeper(thread *self, int64_t index, const graft_advice_slot *slot) {
  if (index >= self->deeper_capacity) {
    int64_t capacity = 2 * index + 8;
    pthread_mutex_lock(&threads_lock);
    self->deeper = realloc(self->deeper, (size_t)capacity * sizeof(*self->deeper));
    self->deeper_capacity = capacity;
    pthread_mutex_unlock(&threads_lock);
    if (self->deeper == NULL) fail();
  }
  __atomic_store_n(&self->deeper[index], slot, __ATOMIC_RELEASE);
}

void graft_enter_advice_slowly(const graft_advice_slot *slot) {
  if (is_forgotten(graft_advice_thread.depth)) {
    __atomic_fetch_add(&unknown_calls, 1, __ATOMIC_SEQ_CST);
    graft_advice_thread.depth++;
    return;
  }
  if (graft_advice_thread.depth < ASKED) {
    make_known();
    graft_set_advice_depth(0);
  }
  int64_t depth = graft_advice_thread.depth, real = real_depth(depth);
  if (real < GRAFT_ADVICE_NOTED_DEPTH) {
    graft_note_advice(real, slot);
  } else {
    note_deeper(pthread_getspecific(thread_key), real - GRAFT_ADVICE_NOTED_DEPTH, slot);
  }
  __atomic_store_n(&graft_advice_thread.depth, depth + 1, __ATOMIC_SEQ_CST);
}

void graft_leave_advice_slowly(void) {
  // The depth has been decreased already.
  if (is_forgotten(graft_advice_thread.depth)) {
    __atomic_fetch_sub(&unknown_calls, 1, __ATOMIC_SEQ_CST);
    return;
  }
  if (graft_advice_thread.depth != ASKED) return;
  __atomic_store_n(&graft_advice_thread.depth, 0, __ATOMIC_RELEASE);
  void (*release)(void) = __atomic_load_n(&release_retired, __ATOMIC_ACQUIRE);
  release();
}

void graft_when_advice_is_left(void (*release)(void)) {
  int64_t depth = graft_advice_thread.depth;
  // A forgotten thread leaves releasing to the next change.
  if (depth <= 0) return;
  __atomic_store_n(&release_retired, release, __ATOMIC_RELEASE);
  __atomic_store_n(&graft_advice_thread.depth, depth + ASKED, __ATOMIC_RELAXED);
}

bool graft_can_see_advice_calls(void) {
  pthread_once(&once, prepare);
  return has_membarrier;
}

bool graft_see_advice_calls(void) {
  pthread_once(&once, prepare);
  // A thread that read a slot before it was emptied had noted that first; after
  // this, the note is visible here.
  //
  // ThreadSanitizer does not know membarrier, and need not: a body's use comes
  // before its release because the depth is stored with release order when the
  // thread leaves, and loaded with acquire order below.
  return has_membarrier && graft_p_see_other_threads();
}

static bool is_in(const thread *thread, const graft_advice_slot *slot) {
  const graft_advice_calls *calls = thread->calls;
  // "Look at depth", "look at slot".
  int64_t depth = real_depth(__atomic_load_n(&calls->depth, __ATOMIC_ACQUIRE));
  for (int64_t i = 0; i < depth; i++) {
    const graft_advice_slot *const *noted =
        i < GRAFT_ADVICE_NOTED_DEPTH ? &calls->slots[i]
                                     : &thread->deeper[i - GRAFT_ADVICE_NOTED_DEPTH];
    if (__atomic_load_n(noted, __ATOMIC_ACQUIRE) == slot) return true;
  }
  return false;
}

// The slots of forgotten threads' calls are unknown.
static bool any_forgotten_is_in(void) {
  return __atomic_load_n(&unknown_calls, __ATOMIC_SEQ_CST) != 0;
}

size_t graft_threads_in_advice(const graft_advice_slot *slot, uint64_t *found,
                               size_t capacity) {
  size_t count = 0;
  if (any_forgotten_is_in() && count++ < capacity) found[0] = FORGOTTEN_THREADS;
  pthread_mutex_lock(&threads_lock);
  for (thread *each = threads.next; each != &threads; each = each->next)
    if (is_in(each, slot) && count++ < capacity) found[count - 1] = each->number;
  pthread_mutex_unlock(&threads_lock);
  return count;
}

size_t graft_still_in_advice(const graft_advice_slot *slot, uint64_t *found, size_t count) {
  size_t kept = 0;
  pthread_mutex_lock(&threads_lock);
  // Both are ordered by number.
  thread *each = threads.next;
  for (size_t i = 0; i < count; i++) {
    while (each != &threads && each->number < found[i]) each = each->next;
    // A thread that has ended is in no call.
    bool is_still_in =
        found[i] == FORGOTTEN_THREADS
            ? any_forgotten_is_in()
            : each != &threads && each->number == found[i] && is_in(each, slot);
    if (is_still_in) found[kept++] = found[i];
  }
  pthread_mutex_unlock(&threads_lock);
  return kept;
}

bool graft_is_here_in_advice(const graft_advice_slot *slot) {
  int64_t depth = graft_advice_thread.depth;
  if (is_forgotten(depth)) return depth > FORGOTTEN;
  if (!is_prepared || depth < ASKED) return false;
  return is_in(pthread_getspecific(thread_key), slot);
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

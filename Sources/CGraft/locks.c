// SPDX-License-Identifier: Apache-2.0
//
// The registry's lock, the publishing lock, the locks of tables, and their
// state after fork. They are in C because an arriving image needs the second
// one without Swift, maybe before any constructor of this library, and because
// all must be known before a second thread could fork.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "loader.h"

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t publishing_lock;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// A thread that waits for a publication holds the dynamic linker's lock, and
// may have a real-time priority. With priority inheritance it sleeps, and lends
// its priority to the publishing thread. If the kernel lacks such mutexes, an
// ordinary one also lets the other thread run.
static void make_publishing_lock(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) != 0 ||
      pthread_mutex_init(&publishing_lock, &attributes) != 0)
    pthread_mutex_init(&publishing_lock, NULL);
  pthread_mutexattr_destroy(&attributes);
}

#ifdef DEBUG
static __thread bool holds_registry_lock;

static void note_registry_lock(bool is_held) { holds_registry_lock = is_held; }

void graft_expect_no_registry_lock(const char *function) {
  if (!holds_registry_lock) return;
  fprintf(stderr,
          "graft: %s is called under the registry's lock: a thread that holds the dynamic linker's "
          "lock may be waiting for it\n",
          function);
  abort();
}
#else
static void note_registry_lock(bool is_held) { (void)is_held; }

void graft_expect_no_registry_lock(const char *function) { (void)function; }
#endif

void graft_lock_registry(void) {
  // Written before locking: a thread's first access may allocate its memory
  // under the dynamic linker's lock.
  note_registry_lock(false);
  pthread_mutex_lock(&registry_lock);
  note_registry_lock(true);
}

void graft_unlock_registry(void) {
  note_registry_lock(false);
  pthread_mutex_unlock(&registry_lock);
}

void graft_begin_publishing(void) {
  pthread_once(&once, make_publishing_lock);
  pthread_mutex_lock(&publishing_lock);
}

void graft_end_publishing(void) { pthread_mutex_unlock(&publishing_lock); }

// Each in a cache line of its own. A thread holds one of them at a time, maybe
// under the registry's lock.
static struct {
  pthread_mutex_t lock;
} __attribute__((aligned(64))) tables[GRAFT_TABLE_LOCKS] = {
    [0 ... GRAFT_TABLE_LOCKS - 1] = {PTHREAD_MUTEX_INITIALIZER}};

void graft_lock_table(unsigned number) {
  pthread_mutex_lock(&tables[number % GRAFT_TABLE_LOCKS].lock);
}

void graft_unlock_table(unsigned number) {
  pthread_mutex_unlock(&tables[number % GRAFT_TABLE_LOCKS].lock);
}

// Whether the process that forked last had other threads. One of them may have
// held a lock of the Swift runtime or of the dynamic linker.
static bool has_other_threads;
static uint64_t fork_count;

uint64_t graft_fork_count(void) { return fork_count; }

// Takes all locks, so that a child, which has only the forking thread, finds
// them free and their data consistent. Waiting is safe: their holders call no
// users' code, and wait neither for the dynamic linker nor for a fork.
void graft_p_prepare_fork(void) {
  has_other_threads = graft_p_count_threads() != 1;
  graft_lock_registry();
  graft_begin_publishing();
  for (unsigned i = 0; i < GRAFT_TABLE_LOCKS; i++) graft_lock_table(i);
}

void graft_p_go_on_after_fork(void) {
  for (unsigned i = 0; i < GRAFT_TABLE_LOCKS; i++) graft_unlock_table(i);
  graft_end_publishing();
  graft_unlock_registry();
}

// Makes new locks instead of unlocking: one of them stores its owner's thread
// number, which differs in the child.
bool graft_p_start_in_child(void) {
  make_publishing_lock();
  pthread_mutex_init(&registry_lock, NULL);
  for (unsigned i = 0; i < GRAFT_TABLE_LOCKS; i++) pthread_mutex_init(&tables[i].lock, NULL);
  note_registry_lock(false);
  if (has_other_threads) fork_count++;
  return has_other_threads;
}

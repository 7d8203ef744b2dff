// SPDX-License-Identifier: Apache-2.0
//
// The registry's lock, the one around a publication, and what becomes of them in
// fork. In C because an arriving image needs the second one, without Swift and
// maybe before any constructor of this library, and because the first has to be
// known before there is a second thread that could fork.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "loader.h"

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t publishing_lock;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Who waits for a publication holds the dynamic linker's lock, and may have a
// real-time priority: it sleeps, instead of keeping the processor from the thread
// that it waits for, and lends its priority to that one. Where the kernel has no
// such mutex it is an ordinary one, which lets the other run too.
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
          "graft: %s is called under the registry's lock: who holds the dynamic linker's may be "
          "waiting for that\n",
          function);
  abort();
}
#else
static void note_registry_lock(bool is_held) { (void)is_held; }

void graft_expect_no_registry_lock(const char *function) { (void)function; }
#endif

void graft_lock_registry(void) {
  // Before the lock: memory of a thread is made at its first use, and may be under one of
  // the dynamic linker's.
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

// Other threads of the process that forks last, which can hold a lock of the Swift
// runtime or of the dynamic linker at that moment.
static bool has_other_threads;
static uint64_t fork_count;

uint64_t graft_fork_count(void) { return fork_count; }

// A child that goes on without exec has this thread only. Another one would never
// give back a lock that it held at that moment, and would leave behind what it had
// begun to change. Waiting for both locks is safe: whoever holds them calls no code
// of users and waits neither for the dynamic linker nor for a fork.
void graft_p_prepare_fork(void) {
  has_other_threads = graft_p_count_threads() != 1;
  graft_lock_registry();
  graft_begin_publishing();
}

void graft_p_go_on_after_fork(void) {
  graft_end_publishing();
  graft_unlock_registry();
}

// Not unlocked but made anew: one of them names its owner by the thread's number,
// which is another one here.
bool graft_p_start_in_child(void) {
  make_publishing_lock();
  pthread_mutex_init(&registry_lock, NULL);
  note_registry_lock(false);
  if (has_other_threads) fork_count++;
  return has_other_threads;
}

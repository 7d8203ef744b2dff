// SPDX-License-Identifier: Apache-2.0
//
// Threads that wait for something from outside, and a folder whose files change.

#define _GNU_SOURCE
#include "platform.h"

#ifdef GRAFT_P_ELF

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "graft_watch.h"

typedef struct {
  void (*body)(void *);
  void *context;
} service;

static void *run(void *context) {
  service wanted = *(service *)context;
  free(context);
  wanted.body(wanted.context);
  return NULL;
}

int graft_run_detached(const char *name, void (*body)(void *), void *context) {
  service *wanted = malloc(sizeof(*wanted));
  if (wanted == NULL) return ENOMEM;
  *wanted = (service){body, context};
  sigset_t all, before;
  sigfillset(&all);
  // A fault goes to the handler that the program has for it.
  const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
  for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) sigdelset(&all, faults[i]);
  int failure = pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  if (failure == 0) {
    failure = pthread_create(&thread, NULL, run, wanted);
    if (failure == 0) {
      pthread_setname_np(thread, name);
      pthread_detach(thread);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  if (failure != 0) free(wanted);
  return failure;
}

int graft_watch(void) {
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  return watch < 0 ? -errno : watch;
}

int graft_watch_folder(int watch, const char *path) {
  uint32_t events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE |
                    IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
  return inotify_add_watch(watch, path, events) < 0 ? errno : 0;
}

void graft_watch_place(int watch, const char *path) {
  inotify_add_watch(watch, path, IN_DELETE_SELF | IN_MOVE_SELF | IN_DONT_FOLLOW);
}

int graft_watch_stopper(void) {
  int stopper = eventfd(0, EFD_CLOEXEC);
  return stopper < 0 ? -errno : stopper;
}

void graft_watch_stop(int stopper) { eventfd_write(stopper, 1); }

// Reads all events.
static void drain(int watch) {
  char events[4096];
  while (read(watch, events, sizeof(events)) > 0) {
  }
}

int graft_watch_wait(int watch, int stopper, int first, int quiet) {
  struct pollfd polled[] = {{.fd = watch, .events = POLLIN}, {.fd = stopper, .events = POLLIN}};
  for (int timeout = first;; timeout = quiet) {
    int count = poll(polled, 2, timeout);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -errno;
    if (polled[1].revents != 0) return GRAFT_WATCH_STOPPED;
    if (count == 0) return GRAFT_WATCH_CHANGED;
    drain(watch);
  }
}

#endif

// Preloaded: in a child of fork, whoever asks the Swift runtime for a conformance would wait
// for a lock that another thread of the parent had. Ends the child instead.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int is_child;

static void note_child(void) { is_child = 1; }

static __attribute__((constructor)) void watch(void) { pthread_atfork(NULL, NULL, note_child); }

static void stop_in_child(void) {
  static const char text[] = "the runtime is asked\n";
  if (!is_child) return;
  (void)!write(1, text, sizeof(text) - 1);
  _exit(3);
}

const void *swift_conformsToProtocol(const void *type, const void *protocol) {
  stop_in_child();
  const void *(*next)(const void *, const void *) = dlsym(RTLD_NEXT, "swift_conformsToProtocol");
  return next(type, protocol);
}

const void *swift_conformsToProtocolWithExecutionContext(const void *type, const void *protocol,
                                                         void *context) {
  stop_in_child();
  const void *(*next)(const void *, const void *, void *) =
      dlsym(RTLD_NEXT, "swift_conformsToProtocolWithExecutionContext");
  return next(type, protocol, context);
}

// An image that only a walk can find: its announcement goes to a loader of its own.
#include <graft.h>

__attribute__((visibility("hidden"))) void graft_image_arrived(const void *start,
                                                               const void *stop) {
  (void)start, (void)stop;
}

static void *answer(const graft_request *request) {
  (void)request;
  return 0;
}
GRAFT_EXTENSION(answer, "Any", "Unannounced.Any");

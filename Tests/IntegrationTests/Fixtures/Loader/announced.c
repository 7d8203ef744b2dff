#include <graft.h>

static void *answer(const graft_request *request) {
  (void)request;
  return 0;
}
GRAFT_EXTENSION(answer, "Any", "Announced.Any");

#include <graft.h>

static void *accessor(const graft_request *request) {
  (void)request;
  return 0;
}

GRAFT_EXTENSION(accessor, "Greeter", "Missing.Loader");

#include <graft.h>

void *for_named(const graft_request *request) {
  (void)request;
  return 0;
}

GRAFT_EXTENSION(for_named, "Greeter", "VendorA.ForNamed", GRAFT_CONSTRAINTS("Named"),
                GRAFT_IMPLEMENTS("farewell(_:)"));

#include <graft.h>

#ifndef PRIORITY
#define PRIORITY 0
#endif

void *for_aged(const graft_request *request) {
  (void)request;
  return 0;
}

GRAFT_EXTENSION(for_aged, "Greeter", "VendorB.ForAged", GRAFT_CONSTRAINTS("Aged"),
                GRAFT_PRIORITY(PRIORITY), GRAFT_SOURCE("VendorB/VendorB.swift:3"),
                GRAFT_IMPLEMENTS("farewell(_:)"));

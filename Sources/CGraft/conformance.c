// SPDX-License-Identifier: Apache-2.0
//
// In C because Swift does not let its own code name functions of its runtime.

#include "graft_loader.h"

extern const void *swift_conformsToProtocol(const void *type, const void *protocol);

bool graft_runtime_sees_conformance(const void *type, const void *protocol) {
  return swift_conformsToProtocol(type, protocol) != NULL;
}

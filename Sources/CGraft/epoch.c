// SPDX-License-Identifier: Apache-2.0
//
// The symbol that images with generated code refer to.

#include "graft_epoch.h"

// `used`, since only assembly refers to it, which lld does not see under LTO.
__attribute__((used)) const char graft_epoch = 0;

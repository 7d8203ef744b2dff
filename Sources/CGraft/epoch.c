// SPDX-License-Identifier: Apache-2.0
//
// What images with generated code need to be there.

#include "graft_epoch.h"

// `used`, because only assembly refers to it, which lld does not see under LTO.
__attribute__((used)) const char graft_epoch = 0;

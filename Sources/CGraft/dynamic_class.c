// SPDX-License-Identifier: Apache-2.0

#include <stdint.h>

/// The class of the object that `reference` refers to. Dispatch calls it from
/// generic code, where Swift itself would copy and retain the reference. The
/// convention is Swift's: a borrowed generic value, then its type's metadata.
__attribute__((swiftcall)) const void *graft_dynamic_class(const void *const *const *reference,
                                                           const void *type) {
  (void)type;
  return **reference;
}

// SPDX-License-Identifier: Apache-2.0
//
// What couriers ask of objects and of images. In C, because Swift code can't name the
// functions of its own runtime.

#ifndef GRAFT_RECEIVERS_H
#define GRAFT_RECEIVERS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Retains an object of which the memory is kept, and returns it; NULL if its
/// deinitialiser has begun. (Swift's `unowned` does the same, and traps.)
const void *graft_retain_if_alive(const void *object);
void graft_release_object(const void *object);

/// Keeps the memory of an object, and not its life, as `unowned` does.
void graft_keep_memory(const void *object);
void graft_release_memory(const void *object);

/// Stores where the program headers of the shared object around an address are. False for
/// one in the executable, which is there as long as the process, or in no image.
bool graft_shared_object_around(const void *address, uintptr_t *image);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Objects and images of couriers' receivers. It is in C because Swift code
// can't name the functions of its own runtime.

#ifndef GRAFT_RECEIVERS_H
#define GRAFT_RECEIVERS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Retains an object whose memory is kept, and returns it; NULL if its
/// deinitialiser has begun. (Swift's `unowned` does the same, and traps.)
const void *graft_retain_if_alive(const void *object);
void graft_release_object(const void *object);

/// Keeps an object's memory but not the object alive, as `unowned` does.
void graft_keep_memory(const void *object);
void graft_release_memory(const void *object);

/// Stores the address of the program headers of the shared object around an
/// address. False if the address is in no image, or in the executable, which is
/// never unloaded.
bool graft_shared_object_around(const void *address, uintptr_t *image);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: Apache-2.0

#include "graft_receivers.h"

#include "loader.h"

// swift/include/swift/Runtime/HeapObject.h.
void *swift_tryRetain(void *object);
void swift_release(void *object);
void *swift_unownedRetain(void *object);
void swift_unownedRelease(void *object);

const void *graft_retain_if_alive(const void *object) { return swift_tryRetain((void *)object); }

void graft_release_object(const void *object) { swift_release((void *)object); }

void graft_keep_memory(const void *object) { swift_unownedRetain((void *)object); }

void graft_release_memory(const void *object) { swift_unownedRelease((void *)object); }

bool graft_shared_object_around(const void *address, uintptr_t *image) {
  graft_p_place place;
  if (!graft_p_find_place((uintptr_t)address, &place, NULL) || place.is_executable) return false;
  *image = (uintptr_t)place.image;
  return true;
}

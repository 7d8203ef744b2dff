// SPDX-License-Identifier: Apache-2.0
//
// A copy of the program that others read without running code, in a process or its
// core. `docs/graft-gdb.py` and `inspect-sections` do. Graft writes it under the
// registry's lock; pointers are valid whenever the process is stopped.

#ifndef GRAFT_DEBUG_H
#define GRAFT_DEBUG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of these structures. It rises with each change of a member;
/// `byte_count` tells what was added at the end.
#define GRAFT_DEBUG_VERSION 1

/// The states of an image. The names are those of `ImageState` in Graft.
enum {
  GRAFT_DEBUG_STAGED = 0,
  GRAFT_DEBUG_ACTIVE = 1,
  GRAFT_DEBUG_WITHDRAWN = 2,
  GRAFT_DEBUG_SUPERSEDED = 3,
  GRAFT_DEBUG_ROLLED_BACK = 4,
  GRAFT_DEBUG_REFUSED = 5
};

/// An image with records.
typedef struct graft_debug_image {
  const char *path;
  /// The name in its manifest; NULL if it is no plug-in.
  const char *plugin;
  /// The section `graft_descriptors` in memory.
  uint64_t records_address;
  uint64_t record_count;
  uint64_t state;
} graft_debug_image;

/// An installed advice, or all advice of one rank for single objects of a class or
/// for single tasks.
typedef struct graft_debug_advice {
  /// Empty if it has none.
  const char *name;
  /// The call that installed it, as `Module/File.swift:line`; empty for objects
  /// and tasks.
  const char *source;
  const char *protocol;
  const char *requirement;
  const char *subjects;
  /// Identifies it.
  uint64_t key;
} graft_debug_advice;

/// Pointers to `graft_debug_image`, `graft_debug_advice` or texts, the oldest
/// first.
typedef struct graft_debug_list {
  uint64_t count;
  /// Used by Graft only.
  uint64_t capacity;
  const void *items[];
} graft_debug_list;

typedef struct graft_debug_state {
  uint32_t version;
  /// The size of this structure.
  uint32_t byte_count;
  /// Lists are NULL until they have an item. Images appear when a call or a
  /// change takes them in.
  const graft_debug_list *images;
  /// The names of blocked extensions and plug-ins.
  const graft_debug_list *blocked;
  const graft_debug_list *advice;
} graft_debug_state;

/// It stays in the dynamic symbol table of a stripped libGraft.
extern const graft_debug_state graft_debug;

// Changes, under the registry's lock. Texts are copied.

void graft_debug_add_image(const char *path, const char *plugin, uint64_t records_address,
                           uint64_t record_count, uint64_t state);
void graft_debug_set_state(size_t image, uint64_t state);
void graft_debug_block(const char *name);
void graft_debug_unblock(const char *name);
void graft_debug_add_advice(uint64_t key, const char *name, const char *source,
                            const char *protocol, const char *requirement,
                            const char *subjects);
void graft_debug_remove_advice(uint64_t key);

#ifdef __cplusplus
}
#endif

#endif

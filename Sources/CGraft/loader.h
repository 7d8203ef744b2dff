// SPDX-License-Identifier: Apache-2.0
//
// Shared by the loader's files only.

#ifndef GRAFT_P_LOADER_H
#define GRAFT_P_LOADER_H

#include <limits.h>
#include <link.h>

#include "graft_loader.h"

/// The loaded image around an address, copied inside `dl_iterate_phdr`.
typedef struct graft_p_place {
  /// Tells images apart: where their program headers are. A load bias does not, since
  /// that of each image which is linked to its own address is 0.
  const void *image;
  size_t header_count;
  bool is_executable;
  uintptr_t load_bias;
  /// Of the loaded segment that holds the address, as runtime addresses.
  uintptr_t segment_start;
  uintptr_t segment_stop;
  /// Whether code can run in that segment.
  bool is_code;
} graft_p_place;

/// Under which name the dynamic linker has a loaded image, copied inside `dl_iterate_phdr`: its
/// own entry is gone when the image is unloaded.
typedef struct graft_p_name {
  char text[PATH_MAX];
  /// False if it is longer than that of a file can be.
  bool is_whole;
} graft_p_name;

/// Bounds of one image's records as its anchor gives them.
typedef struct graft_p_bounds {
  uintptr_t start;
  uintptr_t stop;
  /// An address in the image that says so.
  uintptr_t anchor;
  /// 0, or the version that is not known.
  uint32_t unknown_version;
  /// By a walk, so that nothing keeps the image loaded; else it announced itself.
  bool is_found;
} graft_p_bounds;

/// Whether the table has an image whose records start here. Takes no lock.
bool graft_p_is_entered(uintptr_t start);

/// What one walk over the images found that is not entered.
typedef struct graft_p_walk {
  graft_p_bounds *bounds;
  size_t capacity;
  /// May exceed `capacity`; then the walk is to be repeated with more.
  size_t count;
  /// Looks at one image only, whose program headers are here, if it is not NULL.
  const void *image;
} graft_p_walk;

bool graft_p_find_place(uintptr_t address, graft_p_place *place);

/// The same, with the name.
bool graft_p_find_named_place(uintptr_t address, graft_p_place *place, graft_p_name *name);

/// The same in one image only, which was found and stays loaded: without a walk over all.
bool graft_p_find_in_image(const graft_p_place *image, uintptr_t address, graft_p_place *place);

/// Whether no image has a copy of the loader but this one.
bool graft_p_is_only_copy(void);

void graft_p_find_anchors(graft_p_walk *walk);

/// Whether a loaded image has an anchor that gives these bounds.
bool graft_p_has_anchor(const graft_p_bounds *bounds);

/// Whether the image whose program headers are here has the note of a loader.
bool graft_p_has_loader(const void *image);

struct dl_phdr_info;

/// Calls a function with each loaded image, as `dl_iterate_phdr`, under the dynamic
/// linker's lock.
int graft_p_each_image(int (*visit)(struct dl_phdr_info *image, size_t size, void *context),
                       void *context);

/// As `graft_scan_records`, and asks of each accessor whether it is code; NULL asks nobody.
bool graft_p_scan_records(const void *start, size_t byte_count,
                          bool (*is_code)(uint64_t accessor, void *context), void *context,
                          graft_scan *scan);

/// Keeps an image that was found loaded for ever, and copies what the dynamic linker knows of
/// it, to `place` too. False if it is not loaded any more.
bool graft_p_pin(graft_p_place *place, const graft_p_name *name, graft_image *image);

/// The strings that the dynamic section refers to, or NULL.
const char *graft_p_dynamic_strings(const struct link_map *map);

void graft_p_empty_cells(void);

/// For `pthread_atfork`.
void graft_p_prepare_fork(void);
void graft_p_go_on_after_fork(void);
/// Returns whether the parent had other threads.
bool graft_p_start_in_child(void);
/// The same of the threads that are in advised calls.
void graft_p_start_advice_in_child(void);

#endif

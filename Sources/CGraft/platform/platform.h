// SPDX-License-Identifier: Apache-2.0
//
// What the loader asks of the system, and all that a port to another one has to answer. The
// facts are these; each stands beside the code that rests on it.
//
// | fact | where |
// |---|---|
// | a linker bounds a section by `__start_` and `__stop_`, one pair in each image | `graft_anchor.h` |
// | a note is loaded, and `PT_NOTE` leads to it without section headers | `graft_anchor.h`, `notes.c` |
// | constructors run before `main`, and before `dlopen` returns | `graft_anchor.h` |
// | `dl_iterate_phdr` visits all images, with the dynamic linker's lock held | `notes.c` |
// | `_dl_find_object` finds the image of an address without a walk | `notes.c` |
// | `RTLD_NODELETE` keeps an image mapped; its `link_map` names it | `pin.c` |
// | `DT_NEEDED` leads from an image to those that it needs | `dependencies.c` |
// | the constant segments of an image are those of its file | `content.c` |
// | the auxiliary vector and `/proc/self` know the executable | `process.c` |
// | membarrier(2) makes what other threads have stored visible | `process.c` |
// | cells are in `.data`, where calls reach them by their symbol | the macros, `ProtocolEmission.swift` |
//
// Only `Image/DynamicLinker.swift` of `Graft` knows more of the dynamic linker: the texts of its
// errors.

#ifndef GRAFT_P_PLATFORM_H
#define GRAFT_P_PLATFORM_H

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

/// Keeps an image that was found loaded for ever, and copies what the dynamic linker knows of
/// it, to `place` too. False if it is not loaded any more.
bool graft_p_pin(graft_p_place *place, const graft_p_name *name, graft_image *image);

/// The strings that the dynamic section refers to, or NULL.
const char *graft_p_dynamic_strings(const struct link_map *map);

/// How many threads the process has; 0 if nobody knows.
size_t graft_p_count_threads(void);

/// Prepares `graft_p_see_other_threads`. False if the kernel can't do that.
bool graft_p_prepare_to_see_threads(void);

/// Once this returns, what any thread stored before is visible to this one, and what this one
/// stored before is visible to each. False if the kernel can't do that.
bool graft_p_see_other_threads(void);

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The loader's interface to the system, which a port has to implement.
// `elsewhere.c` does for systems without ELF, and the other files for ELF. These
// rest on the following facts; each is explained beside the code that relies on it.
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
// | each image registers its types and conformances with Swift | `registrations.c` |
// | cells are in `.data`, where calls reach them by their symbol | the macros, `ProtocolEmission.swift` |
//
// Only `Image/DynamicLinker.swift` of `Graft` knows more of the dynamic linker: the texts of its
// errors.

#ifndef GRAFT_P_PLATFORM_H
#define GRAFT_P_PLATFORM_H

#include <limits.h>

#include "graft_loader.h"

// `GRAFT_ELSEWHERE` tries on an ELF system what other systems do.
#if defined(__ELF__) && !defined(GRAFT_ELSEWHERE)
#define GRAFT_P_ELF
#endif

/// The loaded image around an address, copied inside `dl_iterate_phdr`.
typedef struct graft_p_place {
  /// The address of the program headers, which identifies the image. The load
  /// bias does not: it is 0 for all images that are linked to fixed addresses.
  const void *image;
  size_t header_count;
  bool is_executable;
  uintptr_t load_bias;
  /// The bounds of the loaded segment around the address, as runtime addresses.
  uintptr_t segment_start;
  uintptr_t segment_stop;
  /// Whether the segment is executable.
  bool is_code;
} graft_p_place;

/// The dynamic linker's name of a loaded image, copied inside
/// `dl_iterate_phdr`: its own entry is freed when the image is unloaded.
typedef struct graft_p_name {
  char text[PATH_MAX];
  /// False if the name is longer than any file's.
  bool is_whole;
} graft_p_name;

/// The bounds of an image's records, from its anchor.
typedef struct graft_p_bounds {
  uintptr_t start;
  uintptr_t stop;
  /// The address of the anchor in the image.
  uintptr_t anchor;
  /// The anchor's version if it is unknown; else 0.
  uint32_t unknown_version;
  /// Whether a walk found it, so that nothing keeps the image loaded; else it
  /// announced itself.
  bool is_found;
} graft_p_bounds;

/// The images that a walk found and that are not entered.
typedef struct graft_p_walk {
  graft_p_bounds *bounds;
  size_t capacity;
  /// The number found. If it exceeds `capacity`, the walk must be repeated with
  /// more.
  size_t count;
  /// The program headers of the only image to visit; NULL for all.
  const void *image;
} graft_p_walk;

/// Copies the image's name too, unless `name` is NULL.
bool graft_p_find_place(uintptr_t address, graft_p_place *place, graft_p_name *name);

/// Works like `graft_p_find_place` in one image that stays loaded, without a
/// walk over all images.
bool graft_p_find_in_image(const graft_p_place *image, uintptr_t address, graft_p_place *place);

/// Writes a line to standard error for each copy of the loader beside the
/// executable's own, unless images call that one. Call it at launch.
void graft_p_tell_of_idle_copies(void);

/// Whether no other image has a copy of the loader.
bool graft_p_is_only_copy(void);

void graft_p_find_anchors(graft_p_walk *walk);

/// Whether a loaded image has an anchor that gives these bounds.
bool graft_p_has_anchor(const graft_p_bounds *bounds);

/// Whether the image with these program headers has a loader's note.
bool graft_p_has_loader(const void *image);

/// Whether the executable needs the image with these program headers, directly
/// or not. Asks the dynamic linker.
bool graft_p_is_of_program(const void *image);

struct dl_phdr_info;

/// Calls a function for each loaded image like `dl_iterate_phdr`, under the
/// dynamic linker's lock.
int graft_p_each_image(int (*visit)(struct dl_phdr_info *image, size_t size, void *context),
                       void *context);

/// Keeps an image loaded for ever, and copies the dynamic linker's facts about
/// it, to `place` too. False if it was unloaded.
bool graft_p_pin(graft_p_place *place, const graft_p_name *name, graft_image *image);

struct link_map;

/// The dynamic section's string table, or NULL.
const char *graft_p_dynamic_strings(const struct link_map *map);

/// The number of threads in the process; 0 if it is unknown.
size_t graft_p_count_threads(void);

#endif

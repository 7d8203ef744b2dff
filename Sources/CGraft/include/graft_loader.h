// SPDX-License-Identifier: Apache-2.0
//
// What the loader knows of the images of this process. Read by Graft; not meant
// for other programs.

#ifndef GRAFT_LOADER_H
#define GRAFT_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graft_record.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is wrong with a record, a section or an anchor. The numbers are those of
/// `DescriptorFlaw` in GraftDescriptors.
enum {
  GRAFT_FLAW_UNKNOWN_VERSION = 1,
  GRAFT_FLAW_UNKNOWN_KIND = 2,
  GRAFT_FLAW_UNTERMINATED_TEXT = 3,
  GRAFT_FLAW_MISSING_TEXT = 4,
  GRAFT_FLAW_NOT_UTF8 = 5,
  GRAFT_FLAW_NULL_ACCESSOR = 6,
  GRAFT_FLAW_ACCESSOR_OUTSIDE_CODE = 7,
  GRAFT_FLAW_MALFORMED_MANIFEST = 8,
  // The rest of the section is given up.
  GRAFT_FLAW_SIZE_ZERO = 16,
  GRAFT_FLAW_SIZE_MISALIGNED = 17,
  GRAFT_FLAW_SIZE_TOO_SMALL = 18,
  GRAFT_FLAW_SIZE_BEYOND_SECTION = 19,
  // The whole image is refused.
  GRAFT_FLAW_OUTSIDE_IMAGE = 32,
  GRAFT_FLAW_UNKNOWN_ANCHOR_VERSION = 33,
  GRAFT_FLAW_NOT_PINNED = 34,
  GRAFT_FLAW_NO_MEMORY = 35
};

/// One finding of the loader. For flaws of records and sections, `offset` counts
/// bytes from the start of the section.
typedef struct graft_flaw {
  uint32_t offset;
  uint16_t code;
  /// The version, kind or size that was found.
  uint32_t value;
} graft_flaw;

/// What a walk over one section found. The arrays are malloc'ed.
typedef struct graft_scan {
  /// Of each valid record but the manifests: its offset from the start, in bytes.
  uint32_t *records;
  size_t record_count;
  /// The same of the manifests of plug-ins, of which an image should have one at most.
  uint32_t *manifests;
  size_t manifest_count;
  graft_flaw *flaws;
  size_t flaw_count;
} graft_scan;

/// Reads `byte_count` bytes of records at `start`, which is aligned to 8. Every
/// read stays inside them. False if there was no memory for the result.
bool graft_scan_records(const void *start, size_t byte_count, graft_scan *scan);

/// An image that announced records, or was refused. Never freed: images with records
/// are pinned. Once it can be seen, `next` and `has_announced` change, each once.
typedef struct graft_image {
  const struct graft_image *next;
  /// As the dynamic linker has it; empty for the executable.
  const char *path;
  /// NULL where the image has none.
  const char *soname;
  /// Runtime address = load bias + virtual address.
  uintptr_t load_bias;
  /// Where its program headers are in memory: no other image has them there.
  const void *program_headers;
  /// Where the section is in memory.
  const void *start;
  size_t byte_count;
  graft_scan scan;
  /// Not 0 if the image arrived on a thread between `graft_begin_staging` with this
  /// token and `graft_end_staging`: who opened it decides whether it counts.
  uint64_t staging_token;
  /// Where `scan.flaws` points if the image was refused.
  graft_flaw refusal;
  /// Its constructor has run, so that Swift knows its types.
  bool has_announced;
  /// Only for the loader.
  struct graft_image *next_in_bucket;
} graft_image;

/// The first image in the order of arrival, or NULL.
const graft_image *graft_first_image(void);
/// The image that arrived after this one, or NULL.
const graft_image *graft_next_image(const graft_image *image);
/// Rises with each image that is entered.
uint64_t graft_arrival_count(void);

/// Looks at every loaded image again. Finds those whose constructor is still to
/// run or was lost; costs one `dl_iterate_phdr`. Does nothing while any thread
/// stages, since it could not tell which images are that thread's.
void graft_walk_images(void);

/// From now on images that arrive on this thread are staged under a token, which
/// is not 0. Returns the token before, to give to `graft_end_staging`.
uint64_t graft_begin_staging(uint64_t token);
void graft_end_staging(uint64_t token_before);

/// A loaded image, as the dynamic linker has it.
typedef struct graft_loaded {
  /// In memory, which tells images apart; each as in the file.
  const void *program_headers;
  size_t program_header_count;
  /// Runtime address = load bias + virtual address.
  uintptr_t load_bias;
} graft_loaded;

/// Finds an image that `dlopen` returned. False if it is not among those of the process.
bool graft_find_loaded(const void *handle, graft_loaded *loaded);

/// Whether a file has the program headers of a loaded image, and in each segment that is not
/// written to the bytes that are in memory.
bool graft_has_content(const graft_loaded *loaded, const char *path);

/// Copies the first bytes of an open file into memory that nobody can change, as a file that
/// images can be mapped from. Returns its descriptor, or -1 with `errno` set.
int graft_copy_sealed(int file, const char *name, size_t byte_count);

/// Under which name the dynamic linker has an image that `dlopen` returned.
const char *graft_loaded_name(const void *handle);

/// Enters an image that `dlopen` returned, and those that it needs, as far as they have
/// records and did not announce them to this loader: an image with a loader of its own
/// announces them there.
void graft_enter_opened(void *handle);

/// Calls `found` with the program headers of an image that `dlopen` returned, and with
/// those of the images that it needs, directly or not, until that returns false.
void graft_each_needed_image(void *handle, bool (*found)(const void *image, void *context),
                             void *context);

/// Whether an image that `dlopen` returned, or one that it needs, has a loader that
/// is not this one.
bool graft_has_other_loader(void *handle);

/// Whether an image that `dlopen` returned uses the Swift runtime that this library
/// uses.
bool graft_shares_swift_runtime(void *handle);

/// Whether the C library, and with it all else, is linked into the executable. `dlopen` there
/// maps further copies of what an image needs, and their constructors may end the process.
bool graft_is_static_executable(void);

/// Finds the image with a build ID: where its program headers are, and what the dynamic linker
/// calls it, as much as there is room for. Or NULL.
const void *graft_find_build(const uint8_t *build_id, size_t byte_count, char *path,
                             size_t capacity);

/// How often `dl_iterate_phdr` counted an image added or removed.
uint64_t graft_image_changes(void);

/// Counts the images that carry a loader of their own, and copies up to
/// `capacity` of their paths, which stay valid while the images are loaded.
size_t graft_loader_copies(const char **paths, size_t capacity);

/// Where a call finds the head of its chain. `GeneratedCode.DispatchCell` in Graft is this
/// struct; the loader only ever takes answers out of it.
typedef struct graft_cell {
  uintptr_t key;
  uintptr_t head;
  uintptr_t table;
  uintptr_t next;
  /// Only for the registry.
  uintptr_t class_tag;
} graft_cell;

/// From now on the arrival of an image empties this cell. Call it once for a cell.
void graft_watch_cell(graft_cell *cell);

/// Around a change of the registry. Calls no code of users and waits neither for the
/// dynamic linker nor for a fork: a fork waits for it.
void graft_lock_registry(void);
void graft_unlock_registry(void);

/// Ends the process if this thread holds the registry's lock, in debug builds. Who holds
/// the dynamic linker's, in a constructor or a callback of it, may be waiting for the
/// registry's: each function of Graft that takes the former asks this first.
void graft_expect_no_registry_lock(const char *function);

/// Of a process that forked with several threads, in the child: how often that happened,
/// from 1, and the count of arrivals that it began with. Else 0.
uint64_t graft_fork_count(void);
uint64_t graft_arrival_count_at_fork(void);

/// A variable of the environment, or NULL; always NULL in a process that has more rights
/// than who started it.
const char *graft_environment(const char *name);

/// Copies the path of the executable, with a NUL at the end, and returns its length; 0 if
/// it is not known. Takes no lock.
size_t graft_copy_executable_path(char *path, size_t capacity);

/// Around a comparison of the count of arrivals and the publications that depend on it: an
/// image that arrives meanwhile waits until they are done, and empties them. Under the
/// registry's lock.
void graft_begin_publishing(void);
void graft_end_publishing(void);

/// Empties one cell: the next call asks the registry again.
void graft_empty_cell(graft_cell *cell);

// The five words that macros write for each requirement, the tag last.
#ifdef __cplusplus
}
static_assert(sizeof(graft_cell) == 5 * sizeof(uintptr_t), "cell");
static_assert(offsetof(graft_cell, class_tag) == 4 * sizeof(uintptr_t), "class tag");
#else
_Static_assert(sizeof(graft_cell) == 5 * sizeof(uintptr_t), "cell");
_Static_assert(offsetof(graft_cell, class_tag) == 4 * sizeof(uintptr_t), "class tag");
#endif

#endif

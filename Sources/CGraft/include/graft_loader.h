// SPDX-License-Identifier: Apache-2.0
//
// The loader's table of the images in this process. Graft reads it; it is not
// meant for other programs.

#ifndef GRAFT_LOADER_H
#define GRAFT_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graft_record.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The flaws of records, sections and anchors. The numbers are those of
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
  // Flaws that give up the rest of the section.
  GRAFT_FLAW_SIZE_ZERO = 16,
  GRAFT_FLAW_SIZE_MISALIGNED = 17,
  GRAFT_FLAW_SIZE_TOO_SMALL = 18,
  GRAFT_FLAW_SIZE_BEYOND_SECTION = 19,
  // Flaws that refuse the whole image.
  GRAFT_FLAW_OUTSIDE_IMAGE = 32,
  GRAFT_FLAW_UNKNOWN_ANCHOR_VERSION = 33,
  GRAFT_FLAW_NOT_PINNED = 34,
  GRAFT_FLAW_NO_MEMORY = 35
};

/// A flaw that the loader found. For records and sections, `offset` is in bytes
/// from the start of the section.
typedef struct graft_flaw {
  uint32_t offset;
  uint16_t code;
  /// The offending version, kind or size.
  uint32_t value;
} graft_flaw;

/// The result of a walk over one section. The arrays are malloc'ed.
typedef struct graft_scan {
  /// The offsets of the valid records other than manifests, in bytes from the
  /// start.
  uint32_t *records;
  size_t record_count;
  /// The offsets of plug-ins' manifests; an image should have one at most.
  uint32_t *manifests;
  size_t manifest_count;
  graft_flaw *flaws;
  size_t flaw_count;
} graft_scan;

/// Reads `byte_count` bytes of records at `start`, which is aligned to 8, and
/// nothing outside. False if there was no memory for the result.
bool graft_scan_records(const void *start, size_t byte_count, graft_scan *scan);

/// An image that announced records, or was refused. It is never freed: images
/// with records are pinned. Once it is visible, only `next` and `has_announced`
/// change, each once.
typedef struct graft_image {
  const struct graft_image *next;
  /// The path that the dynamic linker has; empty for the executable.
  const char *path;
  /// The SONAME; NULL if the image has none.
  const char *soname;
  /// The load bias: runtime address = load bias + virtual address.
  uintptr_t load_bias;
  /// The address of its program headers, which identifies the image.
  const void *program_headers;
  size_t program_header_count;
  /// The runtime address of the section.
  const void *start;
  size_t byte_count;
  graft_scan scan;
  /// Whether it is the executable, or an image that the executable needs,
  /// directly or not. All others were preloaded or opened later.
  bool is_of_program;
  /// The token if the image arrived on a thread between `graft_begin_staging`
  /// and `graft_end_staging`, else 0. The thread that opened it decides whether
  /// it counts.
  uint64_t staging_token;
  /// The flaw that `scan.flaws` points to if the image was refused.
  graft_flaw refusal;
  /// Whether its constructor has run, so that Swift knows its types.
  bool has_announced;
  /// Used by the loader only.
  struct graft_image *next_in_bucket;
} graft_image;

/// The first image in the order of arrival, or NULL.
const graft_image *graft_first_image(void);
/// The image that arrived after this one, or NULL.
const graft_image *graft_next_image(const graft_image *image);
/// Whether an address is in an image. Does not ask the dynamic linker.
bool graft_is_in_image(const graft_image *image, const void *address);
/// A count that increases with each arrival of an image.
uint64_t graft_arrival_count(void);

/// Walks all loaded images again, and finds those whose constructor has not run
/// yet or was lost; costs one `dl_iterate_phdr`. Does nothing while any thread
/// is staging, since it could not tell which images are that thread's.
void graft_walk_images(void);

/// Begins to stage images that arrive on this thread, under a token other than
/// 0. Returns the previous token, to pass to `graft_end_staging`.
uint64_t graft_begin_staging(uint64_t token);
void graft_end_staging(uint64_t token_before);

/// Whether this platform reads images: those that it opens by the functions
/// below, and what images register with Swift. Without ELF it does not.
bool graft_reads_images(void);

/// A loaded image, as the dynamic linker describes it.
typedef struct graft_loaded {
  /// The address of the program headers in memory, which identifies the image;
  /// the headers are those of the file.
  const void *program_headers;
  size_t program_header_count;
  /// The load bias: runtime address = load bias + virtual address.
  uintptr_t load_bias;
} graft_loaded;

/// Finds the image of a handle that `dlopen` returned. False if the process
/// does not have it.
bool graft_find_loaded(const void *handle, graft_loaded *loaded);

/// Whether a file has the program headers of a loaded image, and the bytes of
/// each of its segments that are not writable.
bool graft_has_content(const graft_loaded *loaded, const char *path);

/// Copies the first bytes of an open file into sealed memory, which nobody can
/// change, as a file that images can be mapped from. Returns its descriptor, or
/// -1 with `errno` set.
int graft_copy_sealed(int file, const char *name, size_t byte_count);

/// The dynamic linker's name of an image that `dlopen` returned.
const char *graft_loaded_name(const void *handle);

/// Enters an image that `dlopen` returned, and those that it needs, if they
/// have records and did not announce them to this loader. An image with a
/// loader of its own announces them there.
void graft_enter_opened(void *handle);

/// Calls `found` with the program headers of an image that `dlopen` returned
/// and of the images that it needs, directly or not, until it returns false.
void graft_each_needed_image(void *handle, bool (*found)(const void *image, void *context),
                             void *context);

/// Whether an image that `dlopen` returned, or one that it needs, has another
/// loader than this one.
bool graft_has_other_loader(void *handle);

/// Whether an image that `dlopen` returned uses this library's Swift runtime.
bool graft_shares_swift_runtime(void *handle);

/// Whether the C library, and with it everything else, is linked into the
/// executable. `dlopen` then maps new copies of the images that an image needs,
/// and their constructors may end the process.
bool graft_is_static_executable(void);

/// Finds the image with a build ID. Returns its program headers, and copies the
/// dynamic linker's name of it, up to `capacity` bytes; NULL if there is none.
const void *graft_find_build(const uint8_t *build_id, size_t byte_count, char *path,
                             size_t capacity);

/// The number of times that `dl_iterate_phdr` counted an image added or removed.
uint64_t graft_image_changes(void);

/// Counts the images that contain a loader, and copies up to `capacity` of
/// their paths, which are valid while the images are loaded.
size_t graft_loader_copies(const char **paths, size_t capacity);

/// A cell, in which a call finds the head of its chain.
/// `GeneratedCode.DispatchCell` in Graft is this struct; the loader only
/// empties cells.
typedef struct graft_cell {
  uintptr_t key;
  uintptr_t head;
  uintptr_t table;
  uintptr_t next;
  /// Used by the registry only.
  uintptr_t class_tag;
} graft_cell;

/// Makes arriving images empty this cell. Call it once for a cell.
void graft_watch_cell(graft_cell *cell);

/// Lock and unlock the registry for a change. No users' code is called under the
/// lock, and nothing waits for the dynamic linker or for a fork: a fork waits
/// for the lock.
void graft_lock_registry(void);
void graft_unlock_registry(void);

/// Lock and unlock one of the locks of tables, by a number that wraps around.
/// The holder calls no users' code, and takes no other lock.
enum { GRAFT_TABLE_LOCKS = 16 };
void graft_lock_table(unsigned number);
void graft_unlock_table(unsigned number);

/// Ends the process if this thread holds the registry's lock, in debug builds.
/// A thread that holds the dynamic linker's lock, in a constructor or callback,
/// may be waiting for the registry's; so functions of Graft call this before
/// they take the dynamic linker's lock.
void graft_expect_no_registry_lock(const char *function);

/// The number of forks, from 1, and the count of arrivals at the fork, in the
/// child of a process that forked with several threads. Else 0.
uint64_t graft_fork_count(void);
uint64_t graft_arrival_count_at_fork(void);

/// An environment variable, or NULL; always NULL in a process with more rights
/// than the user who started it.
const char *graft_environment(const char *name);

/// Copies the path of the executable with a NUL, and returns its length; 0 if
/// it is unknown. Takes no lock.
size_t graft_copy_executable_path(char *path, size_t capacity);

/// Enclose a comparison of the count of arrivals and the publications that
/// depend on it: an image that arrives meanwhile waits, and then empties the
/// cells. Call them under the registry's lock.
void graft_begin_publishing(void);
void graft_end_publishing(void);

/// Empties one cell, so that the next call asks the registry again.
void graft_empty_cell(graft_cell *cell);

// Initialises the five words of a requirement's cell, the tag last; macros
// write them.
#ifdef __cplusplus
}
static_assert(sizeof(graft_cell) == 5 * sizeof(uintptr_t), "cell");
static_assert(offsetof(graft_cell, class_tag) == 4 * sizeof(uintptr_t), "class tag");
#else
_Static_assert(sizeof(graft_cell) == 5 * sizeof(uintptr_t), "cell");
_Static_assert(offsetof(graft_cell, class_tag) == 4 * sizeof(uintptr_t), "class tag");
#endif

#endif

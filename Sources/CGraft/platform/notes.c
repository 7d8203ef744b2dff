// SPDX-License-Identifier: Apache-2.0
//
// Finds the notes `GraftAnchor` and `GraftLoader` in the loaded images. The
// callbacks of dl_iterate_phdr run under the dynamic linker's lock, so they
// never wait or allocate.

#define _GNU_SOURCE
#include "../loader.h"

#ifdef GRAFT_P_ELF

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#include "graft_anchor.h"

// musl has none of glibc's later functions.
#ifdef __GLIBC__
#define GRAFT_P_HAS_GLIBC(major, minor) __GLIBC_PREREQ(major, minor)
#else
#define GRAFT_P_HAS_GLIBC(major, minor) 0
#endif

// Weak, as in pin.c: a static executable opens nothing.
#pragma weak dlinfo
#pragma weak dlsym

enum { NOTE_HEADER_BYTE_COUNT = 12, OWNER_BYTE_COUNT = 12, NOTE_TYPE = 1 };

typedef struct {
  uint32_t version;
  int32_t ehdr;
  int32_t start;
  int32_t stop;
} anchor_note;

static const uint32_t ANCHOR_VERSION = 1;

/// The note that marks each copy of the loader, so that two copies in a process
/// are found.
__attribute__((used, retain, section(".note.graft.loader"), aligned(4)))
static const struct {
  uint32_t owner_byte_count, byte_count, type;
  char owner[OWNER_BYTE_COUNT];
  uint32_t version;
} loader_note = {OWNER_BYTE_COUNT, sizeof(uint32_t), NOTE_TYPE, "GraftLoader", 1};

int graft_p_each_image(int (*visit)(struct dl_phdr_info *image, size_t size, void *context),
                       void *context) {
  graft_expect_no_registry_lock("dl_iterate_phdr");
  return dl_iterate_phdr(visit, context);
}

// The loaded segment of this image around an address, or NULL.
static const ElfW(Phdr) *segment_around(const struct dl_phdr_info *image, uintptr_t address) {
  for (size_t i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[i];
    if (segment->p_type == PT_LOAD &&
        address - (image->dlpi_addr + segment->p_vaddr) < segment->p_memsz)
      return segment;
  }
  return NULL;
}

// The bytes of a segment with notes that are loaded, up to `stop`; NULL for other
// segments. Some tools leave note segments that point to nothing that is loaded,
// or say more than that.
static const uint8_t *loaded_notes(const struct dl_phdr_info *image, const ElfW(Phdr) *segment,
                                   const uint8_t **stop) {
  uintptr_t start = image->dlpi_addr + segment->p_vaddr;
  *stop = NULL;
  if (segment->p_type != PT_NOTE || segment->p_memsz == 0 || start % 4 != 0) return NULL;
  const ElfW(Phdr) *loaded = segment_around(image, start);
  if (loaded == NULL) return NULL;
  size_t room = image->dlpi_addr + loaded->p_vaddr + loaded->p_memsz - start;
  *stop = (const uint8_t *)start + (segment->p_memsz < room ? segment->p_memsz : room);
  return (const uint8_t *)start;
}

// An address, and the image around it.
typedef struct {
  uintptr_t address;
  // The mapping around it, from the dynamic linker, or 0. The headers of other
  // images, each in separate memory, then need not be read.
  uintptr_t start, stop;
} wanted_address;

static wanted_address want(uintptr_t address) {
  wanted_address wanted = {.address = address};
#if GRAFT_P_HAS_GLIBC(2, 35)
  // Nothing else may be read: the link map may be freed already.
  struct dl_find_object found;
  if (_dl_find_object((void *)address, &found) == 0) {
    wanted.start = (uintptr_t)found.dlfo_map_start;
    wanted.stop = (uintptr_t)found.dlfo_map_end;
  }
#endif
  return wanted;
}

// The loaded segment of this image around the address, or NULL.
static const ElfW(Phdr) *wanted_segment(const struct dl_phdr_info *image,
                                        const wanted_address *wanted) {
  uintptr_t headers = (uintptr_t)image->dlpi_phdr;
  if (wanted->stop != 0 && (headers < wanted->start || headers >= wanted->stop)) return NULL;
  return segment_around(image, wanted->address);
}

// Visits the images around the address. If that finds nothing, it visits all:
// headers can lie outside their image, and another image can have replaced it.
static int find_wanted(int (*visit)(struct dl_phdr_info *image, size_t size, void *context),
                       void *context, wanted_address *wanted) {
  int found = graft_p_each_image(visit, context);
  if (found != 0 || wanted->stop == 0) return found;
  wanted->stop = 0;
  return graft_p_each_image(visit, context);
}

// The next note with an owner in a segment, or NULL. It tries every fourth
// byte, since notes of alignment 4 can lie in a segment of alignment 8 and vice
// versa. So it also reads between notes, where AddressSanitizer forbids
// reading.
__attribute__((no_sanitize("address")))
static const uint8_t *find_note(const uint8_t *from, const uint8_t *stop, const char *owner,
                                uint32_t byte_count) {
  const size_t whole = NOTE_HEADER_BYTE_COUNT + OWNER_BYTE_COUNT + byte_count;
  const uint32_t header[3] = {OWNER_BYTE_COUNT, byte_count, NOTE_TYPE};
  for (; (size_t)(stop - from) >= whole; from += 4)
    if (*(const uint32_t *)from == OWNER_BYTE_COUNT &&
        memcmp(from, header, sizeof(header)) == 0 &&
        memcmp(from + NOTE_HEADER_BYTE_COUNT, owner, OWNER_BYTE_COUNT) == 0)
      return from;
  return NULL;
}

// Calls `found` with the description of each note with an owner in an image.
static void each_note(const struct dl_phdr_info *image, const char *owner, uint32_t byte_count,
                      void (*found)(const struct dl_phdr_info *, const uint8_t *, void *),
                      void *context) {
  for (size_t i = 0; i < image->dlpi_phnum; i++) {
    const uint8_t *stop, *from = loaded_notes(image, &image->dlpi_phdr[i], &stop);
    while (from != NULL && (from = find_note(from, stop, owner, byte_count)) != NULL) {
      found(image, from + NOTE_HEADER_BYTE_COUNT + OWNER_BYTE_COUNT, context);
      from += 4;
    }
  }
}

// The runtime address of an image's ELF header, which is at file offset 0.
static uintptr_t ehdr_address(const struct dl_phdr_info *image) {
  for (size_t i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[i];
    if (segment->p_type == PT_LOAD && segment->p_offset == 0)
      return image->dlpi_addr + segment->p_vaddr;
  }
  return 0;
}

static graft_p_bounds bounds_of(const struct dl_phdr_info *image, const uint8_t *description) {
  const anchor_note *note = (const anchor_note *)description;
  graft_p_bounds bounds = {.anchor = (uintptr_t)description, .is_found = true};
  if (note->version != ANCHOR_VERSION) {
    bounds.unknown_version = note->version;
    bounds.start = bounds.anchor;
  } else {
    // patchelf moves notes without adapting their offsets. The difference
    // between the note's address of the ELF header and the real one tells how
    // far.
    uintptr_t header = ehdr_address(image);
    uintptr_t said = (uintptr_t)&note->ehdr + (intptr_t)note->ehdr;
    uintptr_t moved = header == 0 ? 0 : header - said;
    bounds.start = (uintptr_t)&note->start + (intptr_t)note->start + moved;
    bounds.stop = (uintptr_t)&note->stop + (intptr_t)note->stop + moved;
  }
  return bounds;
}

static void add_bounds(const struct dl_phdr_info *image, const uint8_t *description,
                       void *context) {
  graft_p_walk *walk = context;
  graft_p_bounds bounds = bounds_of(image, description);
  if (bounds.unknown_version == 0 && bounds.start == bounds.stop) return;
  // Usually all images are entered, and nothing is copied.
  if (graft_p_is_entered(bounds.start)) return;
  if (walk->count < walk->capacity) walk->bounds[walk->count] = bounds;
  walk->count++;
}

// A prefix of the list of images that needs no further walk, valid for one
// count of unloaded images: new images are added at the end.
typedef struct {
  uint32_t unloaded;
  uint32_t count;
} known_images;

// Whether an image is in the known prefix; counts it as seen.
static bool is_known(const struct dl_phdr_info *image, known_images known, known_images *seen) {
  seen->unloaded = (uint32_t)image->dlpi_subs;
  return seen->count++ < known.count && seen->unloaded == known.unloaded;
}

// The images that had nothing to enter.
static _Atomic(known_images) known_to_be_entered;
// The images among which this is the only copy of the loader.
static _Atomic(known_images) known_for_one_copy;

typedef struct {
  graft_p_walk *walk;
  known_images known;
  // The images of this walk.
  known_images seen;
} anchor_walk;

static int find_anchors(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  anchor_walk *all = context;
  const void *only = all->walk->image;
  if (only == NULL ? !is_known(image, all->known, &all->seen) : only == image->dlpi_phdr)
    each_note(image, "GraftAnchor", sizeof(anchor_note), add_bounds, all->walk);
  return 0;
}

void graft_p_find_anchors(graft_p_walk *walk) {
  walk->count = 0;
  anchor_walk all = {
      .walk = walk, .known = atomic_load_explicit(&known_to_be_entered, memory_order_relaxed)};
  graft_p_each_image(find_anchors, &all);
  if (walk->image == NULL && walk->count == 0)
    atomic_store_explicit(&known_to_be_entered, all.seen, memory_order_relaxed);
}

typedef struct {
  const graft_p_bounds *wanted;
  wanted_address anchor;
  bool is_there;
} anchor_search;

static void compare_bounds(const struct dl_phdr_info *image, const uint8_t *description,
                           void *context) {
  anchor_search *search = context;
  graft_p_bounds bounds = bounds_of(image, description);
  if (bounds.anchor == search->wanted->anchor && bounds.start == search->wanted->start &&
      bounds.stop == search->wanted->stop)
    search->is_there = true;
}

static int find_anchor(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  anchor_search *search = context;
  if (wanted_segment(image, &search->anchor) != NULL)
    each_note(image, "GraftAnchor", sizeof(anchor_note), compare_bounds, search);
  return search->is_there;
}

bool graft_p_has_anchor(const graft_p_bounds *bounds) {
  anchor_search search = {bounds, want(bounds->anchor), false};
  find_wanted(find_anchor, &search, &search.anchor);
  return search.is_there;
}

typedef struct {
  const char **paths;
  size_t capacity;
  size_t count;
  /// The only image to look at; NULL for all.
  const void *only;
  /// The last image counted: segments of notes can overlap.
  const void *image;
  /// The images that were skipped, and those that were walked.
  known_images known, seen;
} copies;

static void add_copy(const struct dl_phdr_info *image, const uint8_t *description,
                     void *context) {
  (void)description;
  copies *found = context;
  if (found->image == image->dlpi_phdr) return;
  found->image = image->dlpi_phdr;
  if (found->count < found->capacity) found->paths[found->count] = image->dlpi_name;
  found->count++;
}

static int find_copies(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  copies *found = context;
  if (found->only == NULL ? !is_known(image, found->known, &found->seen)
                          : found->only == image->dlpi_phdr)
    each_note(image, "GraftLoader", sizeof(loader_note.version), add_copy, found);
  return 0;
}

size_t graft_loader_copies(const char **paths, size_t capacity) {
  copies found = {.paths = paths, .capacity = capacity};
  graft_p_each_image(find_copies, &found);
  return found.count;
}

// Whether the images of the process call this copy of the loader.
static bool is_called_by_all(void) {
  return dlsym != NULL && dlsym(RTLD_DEFAULT, "graft_image_arrived") == (void *)graft_image_arrived;
}

void graft_p_tell_of_idle_copies(void) {
  graft_p_place own;
  if (!graft_p_find_place((uintptr_t)&loader_note, &own, NULL) || !own.is_executable) return;
  // The executable comes first.
  const char *paths[8];
  size_t count = graft_loader_copies(paths, 8);
  if (count < 2 || is_called_by_all()) return;
  char program[PATH_MAX];
  graft_copy_executable_path(program, sizeof(program));
  for (size_t i = 1; i < count && i < 8; i++)
    fprintf(stderr,
            "graft: %s: this copy of Graft serves nobody, since %s has its own: extensions and "
            "advice that are linked to it do nothing: link the program, and all that it loads, "
            "to Graft-dynamic (docs/products.md)\n",
            paths[i], program);
}

bool graft_p_is_only_copy(void) {
  copies found = {.known = atomic_load_explicit(&known_for_one_copy, memory_order_relaxed)};
  graft_p_each_image(find_copies, &found);
  // This image is among the skipped ones, if there are any.
  bool passed_over = found.known.count != 0 && found.seen.unloaded == found.known.unloaded;
  bool is_only = found.count == (passed_over ? 0 : 1);
  if (is_only) atomic_store_explicit(&known_for_one_copy, found.seen, memory_order_relaxed);
  return is_only;
}

bool graft_p_has_loader(const void *image) {
  copies found = {.only = image};
  graft_p_each_image(find_copies, &found);
  return found.count != 0;
}

typedef struct {
  wanted_address address;
  graft_p_place *place;
  // The image's name to fill in, or NULL.
  graft_p_name *name;
} search;

static void set_segment(graft_p_place *place, const ElfW(Phdr) *segment) {
  place->segment_start = place->load_bias + segment->p_vaddr;
  place->segment_stop = place->segment_start + segment->p_memsz;
  place->is_code = (segment->p_flags & PF_X) != 0;
}

static int find_place(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  search *wanted = context;
  const ElfW(Phdr) *segment = wanted_segment(image, &wanted->address);
  if (segment == NULL) return 0;
  const char *name = image->dlpi_name == NULL ? "" : image->dlpi_name;
  *wanted->place = (graft_p_place){
      .image = image->dlpi_phdr,
      .header_count = image->dlpi_phnum,
      // In glibc only the executable has no name; in musl it has one.
      .is_executable = name[0] == '\0' || (uintptr_t)image->dlpi_phdr == getauxval(AT_PHDR),
      .load_bias = image->dlpi_addr,
  };
  set_segment(wanted->place, segment);
  if (wanted->name != NULL) {
    size_t byte_count = strnlen(name, sizeof(wanted->name->text));
    wanted->name->is_whole = byte_count < sizeof(wanted->name->text);
    if (wanted->name->is_whole) memcpy(wanted->name->text, name, byte_count + 1);
  }
  return 1;
}

bool graft_p_find_place(uintptr_t address, graft_p_place *place, graft_p_name *name) {
  search wanted = {want(address), place, name};
  return find_wanted(find_place, &wanted, &wanted.address) != 0;
}

bool graft_p_find_in_image(const graft_p_place *image, uintptr_t address, graft_p_place *place) {
  const struct dl_phdr_info info = {.dlpi_addr = image->load_bias,
                                    .dlpi_phdr = image->image,
                                    .dlpi_phnum = (ElfW(Half))image->header_count};
  const ElfW(Phdr) *segment = segment_around(&info, address);
  if (segment == NULL) return false;
  *place = *image;
  set_segment(place, segment);
  return true;
}

typedef struct {
  const struct link_map *map;
  graft_loaded *loaded;
} map_search;

// Finds an image by its dynamic section, the one thing that both the link map
// and the headers point to.
static int find_map(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  map_search *wanted = context;
  if (image->dlpi_addr != wanted->map->l_addr) return 0;
  for (size_t i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[i];
    if (segment->p_type != PT_DYNAMIC ||
        image->dlpi_addr + segment->p_vaddr != (uintptr_t)wanted->map->l_ld)
      continue;
    *wanted->loaded = (graft_loaded){.program_headers = image->dlpi_phdr,
                                     .program_header_count = image->dlpi_phnum,
                                     .load_bias = image->dlpi_addr};
    return 1;
  }
  return 0;
}

bool graft_find_loaded(const void *handle, graft_loaded *loaded) {
  map_search wanted = {handle, loaded};
  *loaded = (graft_loaded){0};
#if GRAFT_P_HAS_GLIBC(2, 36)
  // dlinfo describes one image; a static executable lacks it.
  graft_expect_no_registry_lock("dlinfo");
  const ElfW(Phdr) *headers;
  int count = dlinfo == NULL ? -1 : dlinfo((void *)handle, RTLD_DI_PHDR, &headers);
  if (count > 0) {
    *loaded = (graft_loaded){headers, (size_t)count, wanted.map->l_addr};
    return true;
  }
#endif
  return graft_p_each_image(find_map, &wanted) != 0;
}

typedef struct {
  const uint8_t *id;
  size_t byte_count;
  char *path;
  size_t capacity;
  const void *image;
} build_search;

__attribute__((no_sanitize("address")))
static int find_build(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  build_search *search = context;
  const uint32_t header[4] = {4, (uint32_t)search->byte_count, 3, 0x554e47};
  for (size_t i = 0; i < image->dlpi_phnum && search->image == NULL; i++) {
    const uint8_t *stop, *from = loaded_notes(image, &image->dlpi_phdr[i], &stop);
    for (; from != NULL && (size_t)(stop - from) >= sizeof(header) + search->byte_count; from += 4)
      if (memcmp(from, header, sizeof(header)) == 0 &&
          memcmp(from + sizeof(header), search->id, search->byte_count) == 0)
        search->image = image->dlpi_phdr;
  }
  if (search->image == NULL) return 0;
  snprintf(search->path, search->capacity, "%s", image->dlpi_name == NULL ? "" : image->dlpi_name);
  return 1;
}

const void *graft_find_build(const uint8_t *build_id, size_t byte_count, char *path,
                             size_t capacity) {
  build_search search = {build_id, byte_count, path, capacity, NULL};
  graft_p_each_image(find_build, &search);
  return search.image;
}

static int read_changes(struct dl_phdr_info *image, size_t size, void *changes) {
  (void)size;
  *(uint64_t *)changes = image->dlpi_adds + image->dlpi_subs;
  return 1;
}

uint64_t graft_image_changes(void) {
  uint64_t changes = 0;
  graft_p_each_image(read_changes, &changes);
  return changes;
}

#endif

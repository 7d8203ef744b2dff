// SPDX-License-Identifier: Apache-2.0
//
// The table of images, which has two entrances: an image's own constructor
// announces it, and the loader's constructor walks the images that are already
// there. All of this can run before main, or inside dlopen: plain data, no
// Swift.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "graft_anchor.h"
#include "loader.h"

// Statically initialised, since images' constructors can run before the
// loader's in one executable.
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static const graft_image *first_image;
// The images by the start of their section; each arrival looks up all loaded
// images.
enum { BUCKET_COUNT = 1024 };
static graft_image *buckets[BUCKET_COUNT];
static graft_image *last_image;
static uint64_t arrival_count;
static __thread uint64_t staging_token;
static unsigned staging_thread_count;
// The number of threads that are entering an image and have not finished.
static unsigned arriving_thread_count;

// The path of an image that could not be pinned; the executable's is empty.
static const char UNKNOWN_PATH[] = "an unknown image";

// "Read images".
const graft_image *graft_first_image(void) {
  return __atomic_load_n(&first_image, __ATOMIC_ACQUIRE);
}

const graft_image *graft_next_image(const graft_image *image) {
  return __atomic_load_n(&image->next, __ATOMIC_ACQUIRE);
}

// "Read arrivals", "compare arrivals".
uint64_t graft_arrival_count(void) { return __atomic_load_n(&arrival_count, __ATOMIC_SEQ_CST); }

static graft_image **bucket(uintptr_t start) {
  // Images start at page boundaries.
  return &buckets[(start >> 12 ^ start >> 22) % BUCKET_COUNT];
}

// The entry of an image, or NULL.
static graft_image *find(uintptr_t start) {
  // "First entry", "next entry".
  graft_image *image = __atomic_load_n(bucket(start), __ATOMIC_ACQUIRE);
  while (image != NULL && (uintptr_t)image->start != start) image = image->next_in_bucket;
  return image;
}

bool graft_p_is_entered(uintptr_t start) { return find(start) != NULL; }

// Adds the last image of the list to its bucket.
static void index_last(graft_image *image) {
  graft_image **first = bucket((uintptr_t)image->start);
  image->next_in_bucket = *first;
  // "Add entry".
  __atomic_store_n(first, image, __ATOMIC_RELEASE);
  last_image = image;
}

// Appends an image; false if another thread has entered it.
static bool append(graft_image *image) {
  pthread_mutex_lock(&table_lock);
  bool is_new = find((uintptr_t)image->start) == NULL;
  if (is_new) {
    const graft_image **link =
        last_image == NULL ? &first_image : (const graft_image **)&last_image->next;
    // "Append image".
    __atomic_store_n(link, image, __ATOMIC_RELEASE);
    index_last(image);
  }
  pthread_mutex_unlock(&table_lock);
  return is_new;
}

typedef struct {
  const graft_p_place *image;
  graft_p_place last;
} code_search;

// Whether an accessor points to executable memory, in any image. The last
// segment found is tried first, since most accessors are near one another.
static bool is_code(uint64_t accessor, void *context) {
  code_search *search = context;
  const graft_p_place *last = &search->last;
  uintptr_t address = (uintptr_t)accessor;
  if (last->is_code && address >= last->segment_start && address < last->segment_stop) return true;
  graft_p_place found;
  if (!graft_p_find_in_image(search->image, address, &found) &&
      !graft_p_find_place(address, &found, NULL))
    return false;
  if (!found.is_code) return false;
  search->last = found;
  return true;
}

// The flaw for which nothing in the image can be used; 0 if there is none.
static uint16_t refusal(const graft_p_bounds *bounds, graft_image *image) {
  graft_p_place anchor, records;
  graft_p_name name;
  image->path = UNKNOWN_PATH;
  if (!graft_p_find_place(bounds->anchor, &anchor, &name)) return GRAFT_FLAW_OUTSIDE_IMAGE;
  image->program_headers = anchor.image;
  image->program_header_count = anchor.header_count;
  // The executable is never unloaded; a static one has no link map.
  if (anchor.is_executable) image->path = "";
  bool is_pinned = anchor.is_executable || graft_p_pin(&anchor, &name, image);
  image->load_bias = anchor.load_bias;
  image->is_of_program = anchor.is_executable || graft_p_is_of_program(anchor.image);
  if (!is_pinned) return GRAFT_FLAW_NOT_PINNED;
  if (bounds->unknown_version != 0) return GRAFT_FLAW_UNKNOWN_ANCHOR_VERSION;
  if (!graft_p_find_in_image(&anchor, bounds->start, &records) || bounds->stop < bounds->start ||
      bounds->stop > records.segment_stop || bounds->start % GRAFT_RECORD_ALIGNMENT != 0 ||
      bounds->stop - bounds->start > UINT32_MAX)
    return GRAFT_FLAW_OUTSIDE_IMAGE;
  image->byte_count = bounds->stop - bounds->start;
  code_search search = {.image = &anchor};
  return graft_p_scan_records(image->start, image->byte_count, is_code, &search, &image->scan)
             ? 0
             : GRAFT_FLAW_NO_MEMORY;
}

bool graft_is_in_image(const graft_image *image, const void *address) {
  const graft_p_place anchor = {.image = image->program_headers,
                                .header_count = image->program_header_count,
                                .load_bias = image->load_bias};
  graft_p_place found;
  return graft_p_find_in_image(&anchor, (uintptr_t)address, &found);
}

static graft_image *read_image(const graft_p_bounds *bounds) {
  graft_image *image = calloc(1, sizeof(*image));
  if (image == NULL) {
    fputs("graft: no memory for an image with extensions; they would be lost\n", stderr);
    abort();
  }
  image->staging_token = staging_token;
  image->start = (const void *)bounds->start;
  uint16_t code = refusal(bounds, image);
  if (code != 0) {
    image->byte_count = 0;
    image->refusal = (graft_flaw){.code = code, .value = bounds->unknown_version};
    image->scan = (graft_scan){.flaws = &image->refusal, .flaw_count = 1};
  }
  return image;
}

// Whether an image that a walk found was unloaded before it was pinned, for
// instance because of an undefined symbol, and another one may be in its place.
// If the anchor is still there, it is the same image or an equal one.
static bool is_gone(const graft_p_bounds *bounds) {
  return bounds->is_found && !graft_p_has_anchor(bounds);
}

// Invalidates all answers, since an image may change them.
static void tell_of_arrival(void) {
  // A publisher announces itself and then reads the count of arrivals, so one
  // of the two always notices the other. Publications for the previous count
  // are complete when the cells are emptied. "Count arrival".
  __atomic_add_fetch(&arrival_count, 1, __ATOMIC_SEQ_CST);
  graft_begin_publishing();
  graft_end_publishing();
  graft_p_empty_cells();
}

static void begin_arrival(void) {
  __atomic_add_fetch(&arriving_thread_count, 1, __ATOMIC_SEQ_CST);
}

static void end_arrival(void) {
  __atomic_sub_fetch(&arriving_thread_count, 1, __ATOMIC_SEQ_CST);
}

static void discard(graft_image *image) {
  free(image->scan.records);
  free(image->scan.manifests);
  if (image->scan.flaws != &image->refusal) free(image->scan.flaws);
  free((char *)image->soname);
  if (image->path[0] != '\0' && image->path != UNKNOWN_PATH) free((char *)image->path);
  free(image);
}

// Enters an image; false if it was entered before, or is gone.
static bool enter(const graft_p_bounds *bounds) {
  if (find(bounds->start) != NULL) return false;
  graft_image *image = read_image(bounds);
  begin_arrival();
  bool is_entered = !is_gone(bounds) && append(image);
  if (is_entered) tell_of_arrival();
  end_arrival();
  if (!is_entered) discard(image);
  return is_entered;
}

// Not inlined, so that the caller is the anchor's constructor, also under LTO.
__attribute__((noinline)) void graft_image_arrived(const void *start, const void *stop) {
  graft_p_bounds bounds = {
      .start = (uintptr_t)start,
      .stop = (uintptr_t)stop,
      .anchor = (uintptr_t)__builtin_extract_return_addr(__builtin_return_address(0)),
  };
  if (start == stop) return;
  bool was_entered = !enter(&bounds);
  graft_image *image = find(bounds.start);
  // Each object file has a constructor; all but the first end here.
  if (image == NULL || __atomic_load_n(&image->has_announced, __ATOMIC_ACQUIRE)) return;
  begin_arrival();
  bool had_announced = __atomic_exchange_n(&image->has_announced, true, __ATOMIC_ACQ_REL);
  // A walk entered it before its constructors ran. Accessors may have answered
  // since then, when Swift did not know its types yet.
  if (was_entered && !had_announced) tell_of_arrival();
  end_arrival();
}

uint64_t graft_begin_staging(uint64_t token) {
  uint64_t before = staging_token;
  staging_token = token;
  // Constructors of an image being opened may open more; the thread counts
  // once.
  if (before == 0) __atomic_add_fetch(&staging_thread_count, 1, __ATOMIC_SEQ_CST);
  return before;
}

void graft_end_staging(uint64_t token_before) {
  staging_token = token_before;
  if (token_before == 0) __atomic_sub_fetch(&staging_thread_count, 1, __ATOMIC_SEQ_CST);
}

// Finds the anchors of one image or of all. Calls `visit` for images that are not
// entered, until it returns false.
static void walk_images(const void *image, bool (*visit)(const graft_p_bounds *, void *),
                        void *context) {
  graft_p_bounds few[32], *many = NULL;
  graft_p_walk walk = {
      .bounds = few, .capacity = sizeof(few) / sizeof(few[0]), .image = image};
  graft_p_find_anchors(&walk);
  while (walk.count > walk.capacity) {
    // Not all fit, and more may arrive before the next walk.
    size_t capacity = 2 * walk.count;
    graft_p_bounds *grown = realloc(many, capacity * sizeof(*many));
    if (grown == NULL) {
      walk.count = walk.capacity;
      break;
    }
    walk.bounds = many = grown;
    walk.capacity = capacity;
    graft_p_find_anchors(&walk);
  }
  for (size_t i = 0; i < walk.count; i++)
    if (find(walk.bounds[i].start) == NULL && !visit(&walk.bounds[i], context)) break;
  free(many);
}

static bool enter_found(const graft_p_bounds *bounds, void *unused) {
  (void)unused;
  enter(bounds);
  return true;
}

static bool any_thread_stages(void) {
  return __atomic_load_n(&staging_thread_count, __ATOMIC_SEQ_CST) != 0;
}

// Enters an image unless a thread is staging. Once the walk is over, a thread
// that was staging an image either still is, or has entered the image.
static bool enter_unstaged(const graft_p_bounds *bounds, void *unused) {
  return !any_thread_stages() && enter_found(bounds, unused);
}

void graft_walk_images(void) {
  if (!any_thread_stages()) walk_images(NULL, enter_unstaged, NULL);
}

static bool enter_needed(const void *image, void *unused) {
  walk_images(image, enter_found, unused);
  return true;
}

static bool note_that_some(const graft_p_bounds *bounds, void *context) {
  (void)bounds;
  *(bool *)context = true;
  return false;
}

void graft_enter_opened(void *handle) {
  // Usually all have announced themselves.
  bool some_are_missing = false;
  walk_images(NULL, note_that_some, &some_are_missing);
  if (some_are_missing) graft_each_needed_image(handle, enter_needed, NULL);
}

static uint64_t arrival_count_at_fork;

uint64_t graft_arrival_count_at_fork(void) { return arrival_count_at_fork; }

// Resets the state of other threads, which do not exist in a child of fork.
static void start_in_child(void) {
  bool had_other_threads = graft_p_start_in_child();
  staging_thread_count = staging_token != 0;
  pthread_mutex_init(&table_lock, NULL);
  // Index an image that a thread had appended but not indexed.
  for (const graft_image *each = graft_first_image(); each != NULL; each = graft_next_image(each)) {
    if (find((uintptr_t)each->start) == NULL) {
      index_last((graft_image *)each);
    } else if (each->next == NULL) {
      last_image = (graft_image *)each;
    }
  }
  // A thread may have been entering an image or counting its arrival.
  if (arriving_thread_count != 0) tell_of_arrival();
  arriving_thread_count = 0;
  if (had_other_threads) arrival_count_at_fork = arrival_count;
}

static __attribute__((constructor)) void load(void) {
  pthread_atfork(graft_p_prepare_fork, graft_p_go_on_after_fork, start_in_child);
  graft_walk_images();
  graft_p_tell_of_idle_copies();
}

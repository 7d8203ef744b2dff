// SPDX-License-Identifier: Apache-2.0
//
// Finds the images that an opened image needs. The dynamic linker does not
// tell, so their names are looked up as it did: among the loaded images.

#define _GNU_SOURCE
#include "platform.h"

#ifdef GRAFT_P_ELF

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

#include "graft_anchor.h"

// Weak, as in pin.c: a static executable opens nothing.
#pragma weak dlopen
#pragma weak dlclose
#pragma weak dlsym

typedef struct {
  struct link_map **maps;
  size_t count;
  size_t capacity;
} images;

// Adds an image once. If there is no memory, it is left out, with those that
// only it needs.
static void add(images *all, struct link_map *map) {
  for (size_t i = 0; i < all->count; i++)
    if (all->maps[i] == map) return;
  if (all->count == all->capacity) {
    size_t capacity = all->capacity == 0 ? 32 : 2 * all->capacity;
    struct link_map **grown = realloc(all->maps, capacity * sizeof(*grown));
    if (grown == NULL) return;
    all->maps = grown;
    all->capacity = capacity;
  }
  all->maps[all->count++] = map;
}

static void add_needed(images *all, const struct link_map *map) {
  graft_expect_no_registry_lock("dlopen");
  const char *strings = graft_p_dynamic_strings(map);
  for (const ElfW(Dyn) *entry = map->l_ld; strings != NULL && entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag != DT_NEEDED) continue;
    void *needed = dlopen(strings + entry->d_un.d_val, RTLD_LAZY | RTLD_NOLOAD);
    if (needed == NULL) continue;
    add(all, needed);
    // The image that needs it keeps it loaded.
    dlclose(needed);
  }
}

void graft_each_needed_image(void *handle, bool (*found)(const void *image, void *context),
                             void *context) {
  if (dlopen == NULL) return;
  images all = {0};
  add(&all, handle);
  for (size_t i = 0; i < all.count; i++) {
    graft_loaded loaded;
    if (graft_find_loaded(all.maps[i], &loaded) && !found(loaded.program_headers, context)) break;
    add_needed(&all, all.maps[i]);
  }
  free(all.maps);
}

typedef struct {
  size_t count;
  const void *images[];
} image_list;

// The executable and the images that it needs, by their program headers. It is
// never freed, and does not change: what the executable needs is loaded with it.
static image_list *program;

typedef struct {
  image_list *list;
  size_t capacity;
} program_search;

static bool add_to_program(const void *image, void *context) {
  program_search *search = context;
  if (search->list == NULL || search->list->count == search->capacity) {
    search->capacity = search->list == NULL ? 32 : 2 * search->capacity;
    size_t byte_count = sizeof(image_list) + search->capacity * sizeof(image);
    image_list *grown = realloc(search->list, byte_count);
    if (grown == NULL) return false;
    if (search->list == NULL) grown->count = 0;
    search->list = grown;
  }
  search->list->images[search->list->count++] = image;
  return true;
}

// No lock: another thread that waits for one may hold the dynamic linker's.
static const image_list *images_of_program(void) {
  image_list *known = __atomic_load_n(&program, __ATOMIC_ACQUIRE);
  if (known != NULL) return known;
  void *executable = dlopen(NULL, RTLD_LAZY | RTLD_NOLOAD);
  if (executable == NULL) return NULL;
  program_search search = {0};
  graft_each_needed_image(executable, add_to_program, &search);
  dlclose(executable);
  if (search.list == NULL) return NULL;
  if (__atomic_compare_exchange_n(&program, &known, search.list, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    return search.list;
  free(search.list);
  return known;
}

bool graft_p_is_of_program(const void *image) {
  const image_list *list = dlopen == NULL ? NULL : images_of_program();
  for (size_t i = 0; list != NULL && i < list->count; i++)
    if (list->images[i] == image) return true;
  return false;
}

typedef struct {
  const void *own;
  bool has_other;
} loader_search;

static bool find_other_loader(const void *image, void *context) {
  loader_search *search = context;
  search->has_other = image != search->own && graft_p_has_loader(image);
  return !search->has_other;
}

bool graft_has_other_loader(void *handle) {
  if (dlsym == NULL) return false;
  graft_expect_no_registry_lock("dlsym");
  // The symbol in the image itself comes first, then those in the images that
  // it needs.
  void *found = dlsym(handle, "graft_image_arrived");
  if (found != NULL && found != (void *)graft_image_arrived) return true;
  if (graft_p_is_only_copy()) return false;
  // A copy of the loader can be hidden, also in an image that it is linked to.
  graft_p_place own;
  if (!graft_p_find_place((uintptr_t)graft_image_arrived, &own, NULL)) return false;
  loader_search search = {.own = own.image};
  graft_each_needed_image(handle, find_other_loader, &search);
  return search.has_other;
}

#endif

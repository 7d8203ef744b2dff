// SPDX-License-Identifier: Apache-2.0
//
// Keeps images with descriptors loaded. A Swift image can't be unmapped: the
// Swift runtime keeps pointers into it, and links made from it live for ever.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "graft_anchor.h"
#include "platform.h"

// In a static executable there is one image and nothing to pin; a weak reference
// keeps the linker from warning that dlopen needs the shared libraries.
#pragma weak dlopen

const char *graft_p_dynamic_strings(const struct link_map *map) {
  const char *strings = NULL;
  for (const ElfW(Dyn) *entry = map->l_ld; entry != NULL && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_STRTAB) strings = (const char *)entry->d_un.d_ptr;
  // Not relocated where the dynamic section is read-only.
  if (strings != NULL && (uintptr_t)strings < map->l_addr) strings += map->l_addr;
  return strings;
}

static const char *soname_of(const struct link_map *map) {
  const char *strings = graft_p_dynamic_strings(map);
  for (const ElfW(Dyn) *entry = map->l_ld; strings != NULL && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_SONAME) return strdup(strings + entry->d_un.d_val);
  return NULL;
}

bool graft_p_pin(graft_p_place *place, const graft_p_name *name, graft_image *image) {
  if (dlopen == NULL || !name->is_whole) return false;
  // By name and without loading: this works for deleted and replaced files, and
  // for relative paths after chdir, since the name is the dynamic linker's own.
  // The handle is kept. That its headers are where the image's were makes sure that it is
  // this image, or one that took its place.
  graft_expect_no_registry_lock("dlopen");
  const struct link_map *map = dlopen(name->text, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  graft_loaded loaded;
  if (map == NULL || !graft_find_loaded(map, &loaded) || loaded.program_headers != place->image)
    return false;
  // Of what took its place they can be others.
  place->header_count = loaded.program_header_count;
  place->load_bias = loaded.load_bias;
  char *path = strdup(name->text);
  if (path == NULL) return false;
  image->path = path;
  image->soname = soname_of(map);
  return true;
}

const char *graft_loaded_name(const void *handle) {
  return ((const struct link_map *)handle)->l_name;
}

// Any function of the runtime does: the first image that defines it is the one that
// an image's references to it are bound to.
extern void *swift_retain(void *object) __attribute__((weak));
#pragma weak dlsym

bool graft_shares_swift_runtime(void *handle) {
  if (dlsym == NULL || swift_retain == NULL) return true;
  graft_expect_no_registry_lock("dlsym");
  void *found = dlsym(handle, "swift_retain");
  return found == NULL || found == (void *)swift_retain;
}

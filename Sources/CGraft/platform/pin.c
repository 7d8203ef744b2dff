// SPDX-License-Identifier: Apache-2.0
//
// Keeps images with descriptors loaded. A Swift image can't be unmapped: the
// Swift runtime keeps pointers into it, and links made from it live for ever.

#define _GNU_SOURCE
#include "platform.h"

#ifdef GRAFT_P_ELF

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "graft_anchor.h"

// Weak: a static executable is its only image and needs no pinning, and a
// strong reference would make the linker warn that dlopen needs the shared
// libraries.
#pragma weak dlopen

const char *graft_p_dynamic_strings(const struct link_map *map) {
  const char *strings = NULL;
  for (const ElfW(Dyn) *entry = map->l_ld; entry != NULL && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_STRTAB) strings = (const char *)entry->d_un.d_ptr;
  // The dynamic linker does not relocate the address if the dynamic section is
  // read-only.
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
  // Opens it by the dynamic linker's own name, without loading. This works for
  // deleted and replaced files, and for relative paths after chdir. The handle
  // is kept. The address of the headers proves that it is this image, or one
  // that replaced it.
  graft_expect_no_registry_lock("dlopen");
  const struct link_map *map = dlopen(name->text, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  graft_loaded loaded;
  if (map == NULL || !graft_find_loaded(map, &loaded) || loaded.program_headers != place->image)
    return false;
  // These differ if another image replaced it.
  place->header_count = loaded.program_header_count;
  place->load_bias = loaded.load_bias;
  char *path = strdup(name->text);
  if (path == NULL) return false;
  image->path = path;
  image->soname = soname_of(map);
  return true;
}

bool graft_reads_images(void) { return true; }

const char *graft_loaded_name(const void *handle) {
  return ((const struct link_map *)handle)->l_name;
}

// Any function of the runtime will do: an image's references are bound to the
// first image that defines it.
extern void *swift_retain(void *object) __attribute__((weak));
#pragma weak dlsym

bool graft_shares_swift_runtime(void *handle) {
  if (dlsym == NULL || swift_retain == NULL) return true;
  graft_expect_no_registry_lock("dlsym");
  void *found = dlsym(handle, "swift_retain");
  return found == NULL || found == (void *)swift_retain;
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// What there is without ELF: each image announces its records, and the linker
// has bounded them. Images are neither searched for nor opened, and Swift keeps
// those with its code loaded. So the extensions of a program answer, and plug-ins
// are refused before any function here is asked for their image.

#define _GNU_SOURCE
#include "platform.h"

#ifndef GRAFT_P_ELF

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "graft_metadata.h"
#include "graft_reload.h"
#include "graft_watch.h"

bool graft_reads_images(void) { return false; }

// MARK: Images

bool graft_p_find_place(uintptr_t address, graft_p_place *place, graft_p_name *name) {
  Dl_info info;
  if (dladdr((const void *)address, &info) == 0) return false;
  // Bounds are the linker's, and accessors the compiler's: the memory between
  // them is not looked at.
  *place = (graft_p_place){
      .image = info.dli_fbase,
      .load_bias = (uintptr_t)info.dli_fbase,
      .segment_stop = UINTPTR_MAX,
      .is_code = true,
  };
  if (name == NULL) return true;
  size_t byte_count = strnlen(info.dli_fname, sizeof(name->text));
  name->is_whole = byte_count < sizeof(name->text);
  if (name->is_whole) memcpy(name->text, info.dli_fname, byte_count + 1);
  return true;
}

bool graft_p_find_in_image(const graft_p_place *image, uintptr_t address, graft_p_place *place) {
  return graft_p_find_place(address, place, NULL) && place->image == image->image;
}

bool graft_p_pin(graft_p_place *place, const graft_p_name *name, graft_image *image) {
  (void)place;
  char *path = name->is_whole ? strdup(name->text) : NULL;
  if (path != NULL) image->path = path;
  return path != NULL;
}

void graft_p_find_anchors(graft_p_walk *walk) { walk->count = 0; }

bool graft_p_has_anchor(const graft_p_bounds *bounds) {
  (void)bounds;
  return true;
}

bool graft_p_is_of_program(const void *image) {
  (void)image;
  return true;
}

void graft_p_tell_of_idle_copies(void) {}

size_t graft_loader_copies(const char **paths, size_t capacity) {
  (void)paths, (void)capacity;
  return 0;
}

const void *graft_find_build(const uint8_t *build_id, size_t byte_count, char *path,
                             size_t capacity) {
  (void)build_id, (void)byte_count, (void)path, (void)capacity;
  return NULL;
}

uint64_t graft_image_changes(void) { return 0; }

// MARK: Swift's registrations

// Stands for all images. Its layout is unknown, so that the registry asks the
// Swift runtime for each conformance.
static const char all_images;

void graft_each_swift_image(void (*found)(const void *image, void *context), void *context) {
  found(&all_images, context);
}

size_t graft_swift_image_count(void) { return 1; }

graft_declarations graft_find_conformances(const void *image) {
  (void)image;
  return (graft_declarations){.version = SIZE_MAX};
}

graft_declarations graft_find_types(const void *image, const void *program_headers) {
  (void)image, (void)program_headers;
  return (graft_declarations){0};
}

size_t graft_unloaded_image_count(void) { return 0; }

// MARK: Opened images: there are none

bool graft_find_loaded(const void *handle, graft_loaded *loaded) {
  (void)handle;
  *loaded = (graft_loaded){0};
  return false;
}

const char *graft_loaded_name(const void *handle) {
  (void)handle;
  return "";
}

void graft_each_needed_image(void *handle, bool (*found)(const void *image, void *context),
                             void *context) {
  (void)handle, (void)found, (void)context;
}

bool graft_has_other_loader(void *handle) {
  (void)handle;
  return false;
}

bool graft_shares_swift_runtime(void *handle) {
  (void)handle;
  return true;
}

bool graft_is_static_executable(void) { return false; }

bool graft_has_content(const graft_loaded *loaded, const char *path) {
  (void)loaded, (void)path;
  return false;
}

int graft_copy_sealed(int file, const char *name, size_t byte_count) {
  (void)file, (void)name, (void)byte_count;
  errno = ENOTSUP;
  return -1;
}

int graft_reload_connect(const char *path) {
  (void)path;
  return -ENOTSUP;
}

int64_t graft_reload_receive(int socket, void *packet, size_t capacity) {
  (void)socket, (void)packet, (void)capacity;
  return 0;
}

int graft_reload_send(int socket, const void *packet, size_t byte_count) {
  (void)socket, (void)packet, (void)byte_count;
  return ENOTSUP;
}

int graft_run_detached(const char *name, void (*body)(void *context), void *context) {
  (void)name, (void)body, (void)context;
  return ENOTSUP;
}

int graft_watch(void) { return -ENOTSUP; }

int graft_watch_folder(int watch, const char *path) {
  (void)watch, (void)path;
  return ENOTSUP;
}

void graft_watch_place(int watch, const char *path) { (void)watch, (void)path; }

int graft_watch_stopper(void) { return -ENOTSUP; }

void graft_watch_stop(int stopper) { (void)stopper; }

int graft_watch_wait(int watch, int stopper, int first, int quiet) {
  (void)watch, (void)stopper, (void)first, (void)quiet;
  return -ENOTSUP;
}

// MARK: The process

const char *graft_environment(const char *name) {
  return geteuid() == getuid() && getegid() == getgid() ? getenv(name) : NULL;
}

size_t graft_copy_executable_path(char *path, size_t capacity) {
  if (capacity > 0) path[0] = '\0';
  return 0;
}

size_t graft_p_count_threads(void) { return 0; }

#endif

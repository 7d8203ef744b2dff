// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "benchmarks.h"

#include <dlfcn.h>
#include <graft_record.h>
#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int count_image(struct dl_phdr_info *image, size_t size, void *count) {
  (void)image;
  (void)size;
  ++*(size_t *)count;
  return 0;
}

size_t benchmark_iterate_images(void) {
  size_t count = 0;
  dl_iterate_phdr(count_image, &count);
  return count;
}

static int is_good(const graft_record *record) {
  if (record->version != GRAFT_RECORD_VERSION || record->kind != GRAFT_KIND_EXTENSION ||
      record->accessor.slot == 0)
    return 0;
  const char *text = (const char *)(record + 1), *end = (const char *)record + record->size;
  size_t strings = (size_t)3 + record->constraint_count + record->requirement_count;
  for (size_t i = 0; i < strings; i++) {
    const char *nul = memchr(text, 0, (size_t)(end - text));
    if (nul == NULL || nul == text) return 0;
    text = nul + 1;
  }
  return 1;
}

size_t benchmark_check_records(const void *start, size_t byte_count) {
  const char *bytes = start;
  size_t count = 0;
  for (size_t offset = 0; offset + sizeof(graft_record) <= byte_count;) {
    const graft_record *record = (const graft_record *)(bytes + offset);
    if (record->size < sizeof(graft_record) || record->size > byte_count - offset) break;
    if (is_good(record)) count++;
    offset += record->size;
  }
  return count;
}

size_t benchmark_malloc_byte_count(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void *benchmark_open(const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) fprintf(stderr, "%s\n", dlerror());
  return handle;
}

size_t benchmark_relocation_count(void *handle) {
  struct link_map *map = NULL;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return 0;
  size_t count = 0;
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_RELASZ || entry->d_tag == DT_PLTRELSZ)
      count += entry->d_un.d_val / sizeof(ElfW(Rela));
    if (entry->d_tag == DT_RELSZ) count += entry->d_un.d_val / sizeof(ElfW(Rel));
  }
  return count;
}

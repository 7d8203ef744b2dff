// SPDX-License-Identifier: Apache-2.0
//
// The images that registered with Swift, with the conformances and types that
// they declare.

#define _GNU_SOURCE
#include "platform.h"

#ifdef GRAFT_P_ELF

#include <link.h>

#include "graft_metadata.h"

// swift/stdlib/public/SwiftShims/swift/shims/MetadataSections.h. All versions
// up to now have only appended fields; the next one may not.
static const uintptr_t FIRST_VERSION = 1;
static const uintptr_t LAST_VERSION = 5;  // Swift 6.3

typedef struct {
  uintptr_t start;
  size_t byte_count;
} section_range;

typedef struct {
  uintptr_t version;
  const void *base_address;
  void *unused[2];
  section_range protocols;
  section_range protocol_conformances;
  section_range type_metadata;
} metadata_sections;

void swift_enumerateAllMetadataSections(bool (*body)(const metadata_sections *sections,
                                                     void *context),
                                        void *context);

typedef struct {
  void (*found)(const void *image, void *context);
  void *context;
} visitor;

static bool visit(const metadata_sections *sections, void *context) {
  const visitor *to = context;
  to->found(sections, to->context);
  return true;
}

void graft_each_swift_image(void (*found)(const void *image, void *context), void *context) {
  visitor to = {found, context};
  swift_enumerateAllMetadataSections(visit, &to);
}

// Registrations remain when an image is unloaded, and another image may be at
// its address. `headers` are of the only image to read; NULL for any.
static graft_declarations find(const void *image, size_t field, const void *headers) {
  graft_declarations found = {0};
  graft_p_place place, records;
  uintptr_t address = (uintptr_t)image;
  if (!graft_p_find_place(address, &place, NULL) ||
      place.segment_stop - address < sizeof(metadata_sections) ||
      (headers != NULL && place.image != headers))
    return found;
  const metadata_sections *sections = image;
  found.version = sections->version;
  if (sections->version < FIRST_VERSION || sections->version > LAST_VERSION) return found;
  const section_range *range = (const section_range *)((const char *)image + field);
  bool is_inside = graft_p_find_in_image(&place, range->start, &records) &&
                   range->byte_count <= records.segment_stop - range->start;
  // An empty section can lie at the very end of a segment.
  if (!is_inside && range->byte_count != 0) return found;
  found.start = is_inside ? (const void *)range->start : image;
  found.byte_count = range->byte_count;
  return found;
}

graft_declarations graft_find_conformances(const void *image) {
  return find(image, offsetof(metadata_sections, protocol_conformances), NULL);
}

graft_declarations graft_find_types(const void *image, const void *program_headers) {
  return find(image, offsetof(metadata_sections, type_metadata), program_headers);
}

static int read_unloaded(struct dl_phdr_info *image, size_t size, void *count) {
  (void)size;
  *(size_t *)count = (size_t)image->dlpi_subs;
  return 1;
}

size_t graft_unloaded_image_count(void) {
  size_t count = 0;
  graft_p_each_image(read_unloaded, &count);
  return count;
}

// Counts without reading sections: those of unloaded images stay registered.
static bool count(const metadata_sections *sections, void *context) {
  (void)sections;
  size_t *found = context;
  ++*found;
  return true;
}

size_t graft_swift_image_count(void) {
  size_t found = 0;
  swift_enumerateAllMetadataSections(count, &found);
  return found;
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Functions of the Swift runtime that Swift code can't call: their callbacks
// are C functions, or their calling convention needs an attribute that Swift
// lacks.

#define _GNU_SOURCE
#include "graft_metadata.h"

#include <string.h>

#include "loader.h"

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
const void *swift_conformsToProtocol(const void *type, const void *protocol);

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
  if (!graft_p_find_place(address, &place) ||
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

void graft_copy_image_name(const void *address, char *copy, size_t capacity) {
  graft_p_place place;
  graft_p_name name;
  copy[0] = '\0';
  if (!graft_p_find_named_place((uintptr_t)address, &place, &name) || !name.is_whole) return;
  size_t byte_count = strlen(name.text) + 1;
  if (byte_count <= capacity) memcpy(copy, name.text, byte_count);
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

// Requests complete metadata, and waits for it.
static const size_t COMPLETE = 0;

typedef struct {
  const void *metadata;
  size_t state;
} metadata_response;

typedef __attribute__((swiftcall)) metadata_response (*access_function)(size_t request);
typedef __attribute__((swiftcall)) metadata_response (*unconstrained_access_function)(
    size_t request, const void *argument);
typedef __attribute__((swiftcall)) metadata_response (*generic_access_function)(
    size_t request, const void *argument, const void *witness_table);

const void *graft_metadata(const void *function) {
  return ((access_function)function)(COMPLETE).metadata;
}

const void *graft_generic_metadata(const void *function, const void *argument,
                                   const void *witness_table) {
  if (witness_table == NULL)
    return ((unconstrained_access_function)function)(COMPLETE, argument).metadata;
  return ((generic_access_function)function)(COMPLETE, argument, witness_table).metadata;
}

const void *swift_getWitnessTable(const void *conformance, const void *type,
                                  const void *const *arguments);

const void *graft_conditional_witness_table(const void *conformance, const void *type,
                                            const void *const *arguments) {
  return swift_getWitnessTable(conformance, type, arguments);
}

const void *graft_witness_table(const void *type, const void *protocol) {
  return swift_conformsToProtocol(type, protocol);
}

// swift/include/swift/Runtime/Casting.h. Later versions only append fields.
typedef struct {
  const void *actor;
  const void *actor_witness_table;
  const void *unused[6];
} execution_context;

// Available since Swift 6.2.
extern const size_t swift_ConformanceExecutionContextSize __attribute__((weak));
const void *swift_conformsToProtocolWithExecutionContext(const void *type, const void *protocol,
                                                         execution_context *context)
    __attribute__((weak));

const void *graft_isolated_witness_table(const void *type, const void *protocol,
                                         const void **actor) {
  *actor = NULL;
  if (swift_conformsToProtocolWithExecutionContext == NULL ||
      &swift_ConformanceExecutionContextSize == NULL ||
      swift_ConformanceExecutionContextSize > sizeof(execution_context))
    return swift_conformsToProtocol(type, protocol);
  execution_context context = {0};
  const void *table = swift_conformsToProtocolWithExecutionContext(type, protocol, &context);
  *actor = context.actor;
  return table;
}

static __thread const void *asked;

const void *graft_exchange_asked(const void *new) {
  const void *old = asked;
  asked = new;
  return old;
}

// SPDX-License-Identifier: Apache-2.0
//
// Functions of the Swift runtime that Swift code can't call: their callbacks
// are C functions, or their calling convention needs an attribute that Swift
// lacks.

#include "graft_metadata.h"

#include <string.h>

#include "loader.h"

const void *swift_conformsToProtocol(const void *type, const void *protocol);

void graft_copy_image_name(const void *address, char *copy, size_t capacity) {
  graft_p_place place;
  graft_p_name name;
  copy[0] = '\0';
  if (!graft_p_find_place((uintptr_t)address, &place, &name) || !name.is_whole) return;
  size_t byte_count = strlen(name.text) + 1;
  if (byte_count <= capacity) memcpy(copy, name.text, byte_count);
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

const void *graft_made_witness_table(const void *conformance, const void *type) {
  return swift_getWitnessTable(conformance, type, NULL);
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

#ifdef __MACH__
#define WEAK __attribute__((weak_import))
#else
#define WEAK __attribute__((weak))
#endif

// Available since Swift 6.2.
extern const size_t swift_ConformanceExecutionContextSize WEAK;
const void *swift_conformsToProtocolWithExecutionContext(const void *type, const void *protocol,
                                                         execution_context *context) WEAK;

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

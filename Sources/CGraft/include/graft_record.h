// SPDX-License-Identifier: Apache-2.0
//
// The layout of a descriptor, which `docs/abi.md` specifies and GraftDescriptors
// implements too; and of an accessor's request and response.

#ifndef GRAFT_RECORD_H
#define GRAFT_RECORD_H

#include <stdint.h>

/// Puts a record into the section of records, where the linker keeps it though
/// nothing refers to it. A name in Mach-O has a segment, and 16 bytes at most.
#if defined(__ELF__)
#define GRAFT_P_KEEP __attribute__((used, retain, section("graft_descriptors"), aligned(8)))
#elif defined(__MACH__)
#define GRAFT_P_KEEP __attribute__((used, section("__DATA,graft_records"), aligned(8)))
#else
#define GRAFT_P_KEEP __attribute__((used, section("graft_descriptors"), aligned(8)))
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
  /// The version of the records that this header describes.
  GRAFT_RECORD_VERSION = 1,
  /// The alignment of each record in memory, in bytes.
  GRAFT_RECORD_ALIGNMENT = 8,
  /// The size of `graft_record`, in bytes.
  GRAFT_RECORD_HEADER_BYTE_COUNT = 24
};

/// The kinds of records: a class with `@Extension`, one with `@Advice`, one
/// with `@Advice` that selects requirements by patterns, or a plug-in's
/// manifest.
enum {
  GRAFT_KIND_EXTENSION = 1,
  GRAFT_KIND_ADVICE = 2,
  GRAFT_KIND_POINTCUT = 3,
  GRAFT_KIND_PLUGIN = 4,
  /// A protocol. Readers of files use it, and a process skips it.
  GRAFT_KIND_PROTOCOL = 5
};

/// The bits of `flags`.
enum {
  /// The record has constraints.
  GRAFT_FLAG_CONSTRAINED = 1 << 0,
  /// The extension overrides `applies(to:)`.
  GRAFT_FLAG_PREDICATE = 1 << 1
};

struct graft_request;

/// Answers for one extension. Returns what the operation says, or NULL, and
/// writes the outcome into `request->response`.
typedef void *(*graft_accessor)(const struct graft_request *request);

/// The fixed part of a descriptor; the text follows it.
typedef struct graft_record {
  /// The size of the whole record in bytes, a multiple of 8. 0 means 8 bytes of
  /// padding.
  uint32_t size;
  /// The version, `GRAFT_RECORD_VERSION`.
  uint16_t version;
  /// The kind, `GRAFT_KIND_…`; unknown kinds are skipped.
  uint8_t kind;
  /// The flags, `GRAFT_FLAG_…`.
  uint8_t flags;
  /// The accessor: a slot of 64 bits on every architecture, and the only
  /// relocation.
  union {
    graft_accessor function;
    uint64_t slot;
  } accessor;
  /// The priority; higher ones are tried first.
  int32_t priority;
  /// The numbers of strings that are constraints, and requirements.
  uint16_t constraint_count;
  uint16_t requirement_count;
} graft_record;

/// Emits the record of a protocol for readers of files, at file scope. SYMBOL
/// names it, SHAPE is text such as "0x1f", and REQUIREMENTS is COUNT expansions
/// of GRAFT_REQUIREMENT, 1 to 65535, one after the other. It needs no anchor.
#define GRAFT_PROTOCOL(symbol, protocol, base_class, shape, count, requirements, source)    \
  static struct {                                                                           \
    graft_record header;                                                                    \
    char bytes[(sizeof(GRAFT_P_PROTOCOL_TEXT(protocol, base_class, shape, requirements,     \
                                             source)) +                                     \
                7) &                                                                        \
               ~(unsigned long)7];                                                          \
  } symbol GRAFT_P_KEEP = {                                                                 \
      {(uint32_t)sizeof(symbol), GRAFT_RECORD_VERSION, GRAFT_KIND_PROTOCOL, 0, {0}, 0, 1,   \
       (count)},                                                                            \
      GRAFT_P_PROTOCOL_TEXT(protocol, base_class, shape, requirements, source)}
#define GRAFT_P_PROTOCOL_TEXT(protocol, base_class, shape, requirements, source) \
  protocol "\0" base_class "\0shape=" shape "\0" requirements source

/// A requirement: its name in the registry's tables, its name in records, the
/// hash of its declaration in hexadecimal without a prefix, and the
/// declaration.
#define GRAFT_REQUIREMENT(name, name_in_records, hash, text) \
  name "\t" name_in_records "\t" hash "\t" text "\0"

/// The operations of an accessor.
enum {
  /// Describes the extension: its protocol, the constraints and the shape that
  /// it was compiled against. Needs no subject. Returns a retained
  /// `ExtensionDescription`; for a pointcut the metadata of its class.
  GRAFT_OPERATION_DESCRIBE = 1,
  /// Returns the Swift metadata of the extension's class for the subject, or
  /// NULL if a constraint fails that depends on more than the subject itself.
  GRAFT_OPERATION_LINK_CLASS = 2,
  /// Describes the constraints that depend on more than the subject itself, for
  /// a subject that meets them. Returns a retained `ConstraintList`.
  GRAFT_OPERATION_CONSTRAINTS = 3,
  /// Makes the object of a pointcut. Needs no subject. Returns a retained
  /// `PointcutAdvice`.
  GRAFT_OPERATION_POINTCUT = 4,
  /// Makes the object that a plug-in's manifest names for its lifecycle. Needs
  /// no subject. Returns a retained `LifecycleBox`, or NULL if there is none.
  GRAFT_OPERATION_LIFECYCLE = 5
};

/// The outcomes that an accessor writes into the response.
enum {
  /// Nothing was written: the registry skips the extension.
  GRAFT_OUTCOME_UNANSWERED = 0,
  /// The accessor has answered; see its result.
  GRAFT_OUTCOME_ANSWERED = 1,
  /// The accessor is that of a pointcut.
  GRAFT_OUTCOME_POINTCUT = 2,
  GRAFT_OUTCOME_UNKNOWN_OPERATION = 3,
  /// The accessor's image has its own Swift runtime.
  GRAFT_OUTCOME_OTHER_RUNTIME = 4
};

/// An accessor's response. The caller owns it, sets `size`, and clears the
/// rest.
typedef struct graft_response {
  /// The size of this struct in bytes, as the caller knows it.
  uint32_t size;
  /// The outcome, `GRAFT_OUTCOME_…`.
  uint32_t outcome;
  /// The Swift metadata of the only global actor on which the constraints hold
  /// that depend on more than the subject itself; NULL if they hold everywhere.
  const void *actor;
} graft_response;

/// A request to an accessor. The caller owns it, for the time of the call.
typedef struct graft_request {
  /// The size of this struct in bytes, as the caller knows it.
  uint32_t size;
  /// The operation, `GRAFT_OPERATION_…`.
  uint32_t operation;
  /// The Swift metadata of `Int` in the registry's Swift runtime, by which an
  /// accessor finds out whether it has another one.
  const void *runtime;
  /// The Swift metadata of the subject's type; NULL for an operation that needs
  /// none.
  const void *subject;
  /// The witness tables by which the subject conforms to the protocols of the
  /// description's existential type, in its order.
  const void *const *tables;
  /// The number of tables.
  uint64_t table_count;
  /// The response to write; never NULL.
  graft_response *response;
} graft_request;

#ifdef __cplusplus
}
static_assert(sizeof(graft_record) == GRAFT_RECORD_HEADER_BYTE_COUNT, "record");
#else
_Static_assert(sizeof(graft_record) == GRAFT_RECORD_HEADER_BYTE_COUNT, "record");
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The layout of a descriptor, and of the request that its accessor answers.
// `docs/abi.md` specifies both; this file and GraftDescriptors implement them.

#ifndef GRAFT_RECORD_H
#define GRAFT_RECORD_H

#include <stdint.h>

#ifndef __ELF__
#error "Graft reads ELF sections: it builds for ELF platforms such as Linux only."
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
  /// Of the records that this header describes.
  GRAFT_RECORD_VERSION = 1,
  /// Of each record in memory, in bytes.
  GRAFT_RECORD_ALIGNMENT = 8,
  /// Of `graft_record`.
  GRAFT_RECORD_HEADER_BYTE_COUNT = 24
};

/// What a record describes: a class with `@Extension`, one with `@Advice`, one with `@Advice`
/// that names what it advises by patterns, or the image as a plug-in.
enum {
  GRAFT_KIND_EXTENSION = 1,
  GRAFT_KIND_ADVICE = 2,
  GRAFT_KIND_POINTCUT = 3,
  GRAFT_KIND_PLUGIN = 4,
  /// A protocol: readers of files use it, and a process passes over it.
  GRAFT_KIND_PROTOCOL = 5
};

/// Bits of `flags`.
enum {
  /// The record has constraints.
  GRAFT_FLAG_CONSTRAINED = 1 << 0,
  /// The extension overrides `applies(to:)`.
  GRAFT_FLAG_PREDICATE = 1 << 1
};

struct graft_request;

/// Answers for one extension. Returns an object that the caller then owns, or
/// NULL, and writes why into `request->response`.
typedef void *(*graft_accessor)(const struct graft_request *request);

/// The fixed part of a descriptor; its text follows at once.
typedef struct graft_record {
  /// Bytes of the whole record, a multiple of 8. 0 is padding of 8 bytes.
  uint32_t size;
  /// `GRAFT_RECORD_VERSION`.
  uint16_t version;
  /// `GRAFT_KIND_…`; what is unknown is skipped.
  uint8_t kind;
  /// `GRAFT_FLAG_…`.
  uint8_t flags;
  /// A slot of 64 bits on every architecture, and the only relocation.
  union {
    graft_accessor function;
    uint64_t slot;
  } accessor;
  /// A higher number is asked first.
  int32_t priority;
  /// How many strings of the text are constraints, and requirements.
  uint16_t constraint_count;
  uint16_t requirement_count;
} graft_record;

/// Emits the record of a protocol for readers of files, at file scope. SYMBOL names it, SHAPE is
/// text such as "0x1f", and REQUIREMENTS is 1 to 65535 of GRAFT_REQUIREMENT, one behind the other,
/// of which there are COUNT. It needs no anchor.
#define GRAFT_PROTOCOL(symbol, protocol, base_class, shape, count, requirements, source)    \
  static struct {                                                                           \
    graft_record header;                                                                    \
    char bytes[(sizeof(GRAFT_P_PROTOCOL_TEXT(protocol, base_class, shape, requirements,     \
                                             source)) +                                     \
                7) &                                                                        \
               ~(unsigned long)7];                                                          \
  } symbol __attribute__((used, retain, section("graft_descriptors"), aligned(8))) = {      \
      {(uint32_t)sizeof(symbol), GRAFT_RECORD_VERSION, GRAFT_KIND_PROTOCOL, 0, {0}, 0, 1,   \
       (count)},                                                                            \
      GRAFT_P_PROTOCOL_TEXT(protocol, base_class, shape, requirements, source)}
#define GRAFT_P_PROTOCOL_TEXT(protocol, base_class, shape, requirements, source) \
  protocol "\0" base_class "\0shape=" shape "\0" requirements source

/// One requirement: its name in tables, the name in records, the hash of its declaration in
/// hexadecimal without a prefix, and the declaration.
#define GRAFT_REQUIREMENT(name, name_in_records, hash, text) \
  name "\t" name_in_records "\t" hash "\t" text "\0"

/// What the registry asks of an accessor.
enum {
  /// Does the extension apply to the subject? Returns NULL; see `outcome`.
  GRAFT_OPERATION_APPLIES = 1,
  /// Make a link on `successors`. Returns a retained `ExtensionLink`.
  GRAFT_OPERATION_MAKE_LINK = 2,
  /// Describe the constraints for the subject. Returns a retained
  /// `ConstraintList`.
  GRAFT_OPERATION_DESCRIBE = 3,
  /// Was the extension compiled against the protocol as it is in this process?
  /// Needs no subject. Returns NULL; see `outcome`.
  GRAFT_OPERATION_CHECK = 4,
  /// Of a plug-in's manifest: whom to tell when the plug-in comes to count and ceases to.
  /// Needs no subject. Returns a retained `LifecycleBox`, or NULL for nobody.
  GRAFT_OPERATION_LIFECYCLE = 5
};

/// What an accessor writes into the response.
enum {
  /// Nothing was written: the registry passes the extension over.
  GRAFT_OUTCOME_UNANSWERED = 0,
  GRAFT_OUTCOME_APPLIES = 1,
  /// Another protocol of the same name: its base class is not the request's.
  GRAFT_OUTCOME_OTHER_PROTOCOL = 2,
  /// Compiled against another version of the protocol.
  GRAFT_OUTCOME_SHAPE_DIFFERS = 3,
  /// The constraint number `failed_constraint` does not hold.
  GRAFT_OUTCOME_CONSTRAINT_FAILS = 4,
  /// `applies(to:)` says no.
  GRAFT_OUTCOME_PREDICATE_FAILS = 5,
  GRAFT_OUTCOME_UNKNOWN_OPERATION = 6,
  /// The accessor's image has a Swift runtime of its own.
  GRAFT_OUTCOME_OTHER_RUNTIME = 7
};

/// Where an accessor answers. The caller owns it and sets `size`; the rest is 0.
typedef struct graft_response {
  /// Bytes of this struct as the caller knows it.
  uint32_t size;
  /// `GRAFT_OUTCOME_…`.
  uint32_t outcome;
  /// Counted from 0 in the order of the record's text.
  uint32_t failed_constraint;
  /// 1 if the Swift runtime of the accessor's image knows that the subject conforms; else 0.
  uint32_t has_cast;
  /// The shape compiled into the extension.
  uint64_t shape;
  /// The `GeneratedCode.ExtensibleProtocol` object that the extension refers to.
  const void *protocol;
  /// Swift metadata of the global actor on which alone the constraints hold, or NULL.
  const void *actor;
  /// Swift metadata of the type that makes links, if it is the same generic type for every
  /// subject; or NULL. The registry then asks it instead of the accessor.
  const void *maker;
  /// What the extension's protocol was when it was compiled, as text that ends with a NUL and
  /// stays; or NULL. `docs/abi.md` has its form.
  const char *compiled;
} graft_response;

/// What an accessor is asked. It is the caller's, for the time of the call.
typedef struct graft_request {
  /// Bytes of this struct as the caller knows it.
  uint32_t size;
  /// `GRAFT_OPERATION_…`.
  uint32_t operation;
  /// The `GeneratedCode.ExtensibleProtocol` object of the extended protocol; NULL to ask about
  /// whichever it is.
  const void *protocol;
  /// Swift metadata of the subject's type.
  const void *subject;
  /// Swift metadata of the protocol's base class for that subject.
  const void *base;
  /// For `GRAFT_OPERATION_MAKE_LINK`: one link for each requirement, then the
  /// final link; owned by the registry, never freed.
  const void *const *successors;
  /// Where to answer; never NULL.
  graft_response *response;
  /// How the subject conforms to `protocol`, for images of which an accessor has
  /// answered with `has_cast`; or NULL: the runtime of the accessor's image is to be asked, which
  /// searches all conformance records of the process.
  const void *conformance;
} graft_request;

#ifdef __cplusplus
}
static_assert(sizeof(graft_record) == GRAFT_RECORD_HEADER_BYTE_COUNT, "record");
#else
_Static_assert(sizeof(graft_record) == GRAFT_RECORD_HEADER_BYTE_COUNT, "record");
#endif

#endif

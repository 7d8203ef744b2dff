// SPDX-License-Identifier: Apache-2.0
//
// What the Swift runtime knows of the loaded images, where only C can ask it.

#ifndef GRAFT_METADATA_H
#define GRAFT_METADATA_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `found` with each image that has made itself known to Swift. Takes no lock.
void graft_each_swift_image(void (*found)(const void *image, void *context), void *context);

/// Where the conformance records of an image are.
typedef struct graft_conformances {
  /// An array of relative pointers of 32 bits. NULL for an image that is no longer loaded or has
  /// another layout.
  const void *start;
  size_t byte_count;
  /// What the image says of its layout; 0 if it is no longer loaded.
  size_t version;
} graft_conformances;

/// Looks at what such an image has registered, if that is still there. Asks the dynamic linker.
graft_conformances graft_find_conformances(const void *image);

/// Copies the name of the loaded image around an address, with a NUL; none if there is none,
/// as of the executable, or it is longer. Asks the dynamic linker.
void graft_copy_image_name(const void *address, char *name, size_t capacity);

/// How many images the dynamic linker has unloaded. Asks it.
size_t graft_unloaded_image_count(void);

/// How many images have made themselves known to Swift, which a constructor of each
/// does. Swift knows the conformances of those that are counted. Takes no lock.
size_t graft_swift_image_count(void);

/// The metadata of a type without generic parameters, from its descriptor's access
/// function.
const void *graft_metadata(const void *access_function);

/// The metadata of a type with one generic parameter that conforms to one protocol; or to
/// none, without a table.
const void *graft_generic_metadata(const void *access_function, const void *argument,
                                   const void *witness_table);

/// How a type conforms by a conditional conformance whose conditions hold: `arguments`
/// are how they do, as tables in the order of the conditions.
const void *graft_conditional_witness_table(const void *conformance, const void *type,
                                            const void *const *arguments);

/// How a type conforms to a protocol; NULL if it does not.
const void *graft_witness_table(const void *type, const void *protocol);

/// The same, and the metadata of the global actor on which alone it does, or NULL: that of
/// the conformance or of one that this depends on.
const void *graft_isolated_witness_table(const void *type, const void *protocol,
                                         const void **actor);

/// The accessors that this thread is asking, as a list of whoever asks. Sets it, and
/// returns what it was before.
const void *graft_exchange_asked(const void *asked);

#ifdef __cplusplus
}
#endif

#endif

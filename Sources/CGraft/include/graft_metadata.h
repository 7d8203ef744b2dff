// SPDX-License-Identifier: Apache-2.0
//
// The Swift runtime's knowledge about loaded images, as far as only C can read
// it.

#ifndef GRAFT_METADATA_H
#define GRAFT_METADATA_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `found` with each image that registered with Swift. Takes no lock.
void graft_each_swift_image(void (*found)(const void *image, void *context), void *context);

/// The conformances or types that an image declares.
typedef struct graft_declarations {
  /// An array of 32-bit relative pointers. NULL for an image that was unloaded
  /// or has an unknown layout.
  const void *start;
  size_t byte_count;
  /// The layout's version; 0 if the image was unloaded.
  size_t version;
} graft_declarations;

/// Reads the registration of an image, if the image is still there. Calls the
/// dynamic linker.
graft_declarations graft_find_conformances(const void *image);

/// Reads the types of an image, if it is the one with these program headers.
/// Calls the dynamic linker.
graft_declarations graft_find_types(const void *image, const void *program_headers);

/// Copies the name of the loaded image around an address, with a NUL; an empty
/// one if there is none, as for the executable, or it is too long. Calls the
/// dynamic linker.
void graft_copy_image_name(const void *address, char *name, size_t capacity);

/// The number of images that the dynamic linker has unloaded. Calls the dynamic
/// linker.
size_t graft_unloaded_image_count(void);

/// The number of images that registered with Swift, as a constructor of each
/// does. Swift knows the conformances of all of these. Takes no lock.
size_t graft_swift_image_count(void);

/// The metadata of a type without generic parameters, by its descriptor's
/// access function.
const void *graft_metadata(const void *access_function);

/// The metadata of a type with one generic parameter that conforms to one
/// protocol, or to none if the table is NULL.
const void *graft_generic_metadata(const void *access_function, const void *argument,
                                   const void *witness_table);

/// The witness table of a conformance without conditions that the runtime
/// makes for each type.
const void *graft_made_witness_table(const void *conformance, const void *type);

/// The witness table of a type for a protocol; NULL if it does not conform.
const void *graft_witness_table(const void *type, const void *protocol);

/// Works like `graft_witness_table`, and stores the metadata of the global
/// actor that the conformance, or one that it depends on, is isolated to; NULL
/// if there is none.
const void *graft_isolated_witness_table(const void *type, const void *protocol,
                                         const void **actor);

/// Sets the list of the accessors that this thread is calling, and returns the
/// previous list.
const void *graft_exchange_asked(const void *asked);

#ifdef __cplusplus
}
#endif

#endif

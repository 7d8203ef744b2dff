// SPDX-License-Identifier: Apache-2.0
//
// The parts of the benchmarks that have to be in C: the work that the loader is
// compared with, and functions that Glibc's module lacks.

#ifndef GRAFT_BENCHMARKS_H
#define GRAFT_BENCHMARKS_H

#include <stdbool.h>
#include <stddef.h>

/// Calls dl_iterate_phdr once with an empty callback. Returns the number of
/// images.
size_t benchmark_iterate_images(void);

/// Reads and checks the header and strings of each record, and keeps nothing.
/// Returns the number of records.
size_t benchmark_check_records(const void *start, size_t byte_count);

/// The bytes in use of memory from malloc.
size_t benchmark_malloc_byte_count(void);

/// Opens an image. Returns NULL and prints why if it can't be opened.
void *benchmark_open(const char *path);

/// The number of relocations of an opened image, from its dynamic section.
size_t benchmark_relocation_count(void *handle);


#endif

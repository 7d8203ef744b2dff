// SPDX-License-Identifier: Apache-2.0
//
// What the benchmarks have to do in C: the work that the loader is compared with,
// and what Glibc's module does not show.

#ifndef GRAFT_BENCHMARKS_H
#define GRAFT_BENCHMARKS_H

#include <stdbool.h>
#include <stddef.h>

/// One dl_iterate_phdr with an empty callback. Returns the number of images.
size_t benchmark_iterate_images(void);

/// Reads and checks the header and the strings of each record, one after the
/// other, and keeps nothing. Returns the number of records.
size_t benchmark_check_records(const void *start, size_t byte_count);

/// Bytes in use of what malloc gave.
size_t benchmark_malloc_byte_count(void);

/// Opens an image. Returns NULL and prints why if it can't be opened.
void *benchmark_open(const char *path);

/// The relocations of an opened image, by its dynamic section.
size_t benchmark_relocation_count(void *handle);

/// From now on membarrier fails as where the kernel does not have it. False if that
/// can't be done.
bool benchmark_forbid_membarrier(void);

#endif

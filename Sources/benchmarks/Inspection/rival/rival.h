// SPDX-License-Identifier: Apache-2.0
//
// The least that a C program on libelf has to do for `inspect-sections list` and
// `dump --section`: what the benchmarks hold the command against.

#ifndef RIVAL_H
#define RIVAL_H

#include <gelf.h>
#include <libelf.h>

/// Prints the descriptors of a file. False if it can't be read.
int rival_list(Elf *elf, const char *path);

/// Prints the bytes of each section of a name, and the relocations that apply.
int rival_dump(Elf *elf, const char *path, const char *wanted);

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Functions of glibc that Swift can't call by itself.

#ifndef INSPECTION_SYSTEM_H
#define INSPECTION_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

/// The width of the terminal behind a file descriptor, or 0 if it is none. In C
/// because ioctl is variadic.
int inspection_terminal_columns(int descriptor);

/// How many bytes of a file of that size are no hole; beyond some thousand holes, the
/// rest counts as a whole. It moves the descriptor's offset. In C because SEEK_DATA is
/// declared under _GNU_SOURCE only.
uint64_t inspection_data_byte_count(int descriptor, uint64_t byte_count);

/// A new file that exists in memory only, or -1 with errno. In C because it is
/// declared under _GNU_SOURCE only.
int inspection_memory_file(const char *name);

/// Whether malloc has so much; 0 if not. In C because a compiler takes memory that nothing
/// uses for granted: what is volatile it has to ask for.
int inspection_has_memory(size_t byte_count);

/// The file of the library that has a symbol, or NULL. In C because dladdr is declared
/// under _GNU_SOURCE only.
const char *inspection_file_of_symbol(const char *name);

/// A mangled Swift name as people write it, to be freed, or NULL for what is none: by the
/// runtime's own demangler, which no module of Swift declares.
char *inspection_demangle(const char *name, size_t byte_count);

/// A file without a name in a folder, for writing, or -1 with errno: EOPNOTSUPP, EISDIR or
/// ENOENT where there can't be one. In C because open is variadic and O_TMPFILE declared
/// under _GNU_SOURCE only.
int inspection_nameless_file(const char *folder, int mode);

/// Gives a nameless file a name that is not taken; -1 with errno if it can't.
int inspection_name_file(int descriptor, const char *path);

/// Has SIGHUP, SIGINT, SIGQUIT and SIGTERM remove a file before they end the process;
/// NULL to leave it. In C because a signal's handler can call next to nothing.
void inspection_remove_on_signals(const char *path);

#endif

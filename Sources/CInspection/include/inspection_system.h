// SPDX-License-Identifier: Apache-2.0
//
// What Swift can't call in glibc by itself.

#ifndef INSPECTION_SYSTEM_H
#define INSPECTION_SYSTEM_H

/// The width of the terminal behind a file descriptor, or 0 if it is none. In C
/// because ioctl is variadic.
int inspection_terminal_columns(int descriptor);

/// A new file that exists in memory only, or -1 with errno. In C because it is
/// declared under _GNU_SOURCE only.
int inspection_memory_file(const char *name);

#endif

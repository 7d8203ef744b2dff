// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "inspection_system.h"

#include <sys/ioctl.h>
#include <sys/mman.h>

int inspection_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int inspection_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

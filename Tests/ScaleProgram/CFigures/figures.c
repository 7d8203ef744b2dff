// SPDX-License-Identifier: Apache-2.0

#include "figures.h"

#include <malloc.h>

size_t figures_malloc_byte_count(void) {
  struct mallinfo2 memory = mallinfo2();
  return memory.uordblks + memory.hblkhd;
}

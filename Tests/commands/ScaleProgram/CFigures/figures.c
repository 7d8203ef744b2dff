// SPDX-License-Identifier: Apache-2.0

#include "figures.h"

#include <malloc.h>
#include <time.h>

double figures_processor_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

size_t figures_malloc_byte_count(void) {
  struct mallinfo2 memory = mallinfo2();
  return memory.uordblks + memory.hblkhd;
}

// Announces memory of another image as its records.

#include <stdlib.h>

#include <graft.h>

static __attribute__((constructor)) void announce(void) {
  char *heap = aligned_alloc(8, 128);
  graft_image_arrived(heap, heap + 128);
  __asm__ volatile("");  // No tail call: the return address names the image.
}

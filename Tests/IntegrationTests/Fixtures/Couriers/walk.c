// Calls back while the dynamic linker's lock is held.
#define _GNU_SOURCE
#include <link.h>

static int call(struct dl_phdr_info *image, size_t size, void *body) {
  (void)image, (void)size;
  ((void (*)(void))body)();
  return 1;
}

void couriers_walk(void (*body)(void)) { dl_iterate_phdr(call, (void *)body); }

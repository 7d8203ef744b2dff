#include "bad.h"

// In the image, and no code.
static char data[8] = "data";

MIDDLE(TEXT("Middle"), .accessor = {.slot = 0});

static __attribute__((constructor(101))) void point_to_data(void) {
  records[1].header.accessor.slot = (uint64_t)(uintptr_t)data;
}

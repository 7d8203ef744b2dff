#include "bad.h"

// What a linker may leave between and behind records.
static struct {
  record before;
  char between[24];
  record after;
  char behind[8];
} records KEEP = {.before = BEFORE, .after = AFTER};

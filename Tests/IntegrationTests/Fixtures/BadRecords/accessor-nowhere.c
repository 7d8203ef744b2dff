#include "bad.h"

// In no image.
MIDDLE(TEXT("Middle"), .accessor = {.slot = 0x10});

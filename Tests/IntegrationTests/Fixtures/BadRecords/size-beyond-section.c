#include "bad.h"

MIDDLE(TEXT("Middle"), .size = 4096);

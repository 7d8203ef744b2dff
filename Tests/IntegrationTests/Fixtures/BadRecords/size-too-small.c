#include "bad.h"

MIDDLE(TEXT("Middle"), .size = 16);

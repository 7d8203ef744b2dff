#include "bad.h"

MIDDLE(TEXT("Middle"), .size = 7);
